/** Crash logs as the loggers write them, but short. */

export const CRASH_LOGGER = `Skyrim SSE v1.6.640
CrashLoggerSSE v1-11-1-0 Nov 18 2023 13:56:33

Unhandled exception "EXCEPTION_ACCESS_VIOLATION" at 0x7FFA613A5191 skee64.dll+001DAE5\tmov rax, [rcx]

SYSTEM SPECS:
\tOS: Microsoft Windows 10 Home v10.0.19045

PROBABLE CALL STACK:
\t[ 0] 0x7FFA613A5191                       skee64.dll+001DAE5
\t[ 1] 0x7FF763C04D47                     SkyrimSE.exe+01D4D47 -> 15678+0xCA7\ttest rax, rax
\t[ 2] 0x7FF91CB637E3           My Own Plugin.dll+00237E3\tmov r14, rax |  D:\\a\\x\\src\\Load.cpp:91
\t[ 3] 0x2CA6E1FBCE0
\t[ 4] 0x7FFA588A257D                     KERNEL32.DLL+001257D

REGISTERS:
\tRAX 0xE                (size_t) [14]
\tRBP 0x7FF91C618668     (void* -> hdtSMP64.dll+01E8668\tadd [rax], al)
\tR15 0x2CA5CD8F100      (Character*)
\t\tName: "Karly"
\t\tFile: "Lux.esp"
\t\tModified by: Wench.esp -> Tweaks.esm -> Lux.esp

STACK:
\t[RSP+0   ] 0x7FF91C618668     (void* -> Other.dll+01E8668)
\t[RSP+30  ] 0x2CA5CD8F100      (TESNPC*)
\t\tFile: "Skyrim.esm"
\t\tFile: "NPC Improvements.esp"

MODULES:
\tsteam_api64.dll                                  0x000051D10000

SKSE PLUGINS:
\tCrashLogger.dll v1.11.1
\tskee64.dll

PLUGINS:
\tLight: 2\tRegular: 3\tTotal: 5
\t[ 0]     Skyrim.esm
\t[ 1]     Update.esm
\t[ A]     Lux.esp
\t[FE:  0] ccqdrsse001-survivalmode.esl
\t[FE:012] Small.esl
`

export const BUFFOUT = `Fallout 4 v1.10.163
Buffout 4 v1.28.2 Feb 28 2023 00:21:02

Unhandled exception "EXCEPTION_ACCESS_VIOLATION" at 0x7FFA86BA70EA lootman.dll+00170EA

\t[Compatibility]
\t\tF4EE: true

PROBABLE CALL STACK:
\t[ 0] 0x7FFA86BA70EA  lootman.dll+00170EA
\t[ 1] 0x7FF62C87D767 Fallout4.exe+270D767 -> 571037+0x217

REGISTERS:
\tRAX 0x18E302137E8      (TESObjectMISC*)
\t\tFile: "ArmorKeywords.esm"

F4SE PLUGINS:
\tBuffout4.dll v1.28.2

PLUGINS:
\t[00]Fallout4.esm
\t[FE]Small.esl
\t[01]ArmorKeywords.esm
`

export const NET_SCRIPT_FRAMEWORK = `Unhandled native exception occurred at 0x7FFA613A5191 (dxgi.dll+75191) on thread 6852!

FrameworkName: NetScriptFramework
FrameworkVersion: 15
ApplicationName: SkyrimSE.exe
ApplicationVersion: 1.5.97.0
Time: 26 Mar 2023 15:19:09.866

Possible relevant objects (1)
{
  [  11]    TESNPC(Name: \`Prisoner\`, FormId: 00000007, File: \`Unbound (2).esp <- Shadow.esl <- Skyrim.esm\`)
}

Probable callstack
{
  [0]   0x7FFA613A5191     (dxgi.dll+75191)
  [1]   0x7FF71ED8E62E     (SkyrimSE.exe+0A0E62E)          hkbClipGenerator::unk_A0E620+E
  [2]   0x2
}

Stack
{
  [SP+0]    0x15BE2BC30F0      (ActorValueOwner*) -> PlayerCharacter(File: \`Stack.esp\`)
}

Plugins (1)
{
  grasscontrol
  {
    Name: "Grass Control"
    Assembly: GrassControl, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null
  }
}

Game plugins (3)
{
  [00] Skyrim.esm
  [01] Unbound (2).esp
  [FE 01A] Shadow.esl
}
`

export const TRAINWRECK = `SkyrimSE v1.6.1170
trainwreck v1.4.0

Unhandled exception "EXCEPTION_ACCESS_VIOLATION" at 0x7FF6CB0041E1 SkyrimSE.exe+06441E1

PROBABLE CALL STACK:
    [0] 0x7FF6CB0041E1 SkyrimSE.exe+06441E1
        mov rax,[rcx]
    [1] 0x7FF6CB0065C7 hdtSMP64.dll+0031C2A
        call qword ptr [rax+18h]

SCRIPT EXTENDER PLUGINS:
    ConsoleUtilSSE.dll                               v1.4.0
    hdtSMP64.dll
`

export const SMAPI = `[12:00:00 INFO  SMAPI] SMAPI 4.1.0 with Stardew Valley 1.6.8 on Microsoft Windows 10 Home
[12:00:00 TRACE SMAPI] Log started at 2024-05-01T12:34:56 UTC
[12:00:01 INFO  SMAPI] Loaded 2 mods:
[12:00:01 INFO  SMAPI]    Content Patcher 2.4.4 by Pathoschild | Loads packs.
[12:00:01 INFO  SMAPI]    Bad Mod 1.0 by someone
[12:00:01 ERROR SMAPI]    Skipped mods
[12:00:01 ERROR SMAPI]    --------------------------------------------------
[12:00:01 ERROR SMAPI]       - Cat Gifts 1.1.5 because it's no longer compatible.
[12:00:02 ALERT SMAPI] You can update 1 mod:
[12:00:02 ALERT SMAPI]    Content Patcher 2.5.0: https://example.com/mods/1915 (you have 2.4.4)
[12:00:03 ERROR Bad Mod] This went wrong
[12:00:03 FATAL Bad Mod] And this
[12:00:04 ERROR game] Not a mod
`
