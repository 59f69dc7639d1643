import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { describe, expect } from 'vitest'
import { it } from '../support/it.ts'
import { makeLists } from '../support/requests/forms.ts'

type Files = Record<string, Buffer>

/** The programs, with the arguments that docs/api.md names. */
const PATCHERS = [
  ['patch', '--batch', '--fuzz=0', '-i'],
  ['git', 'apply', '-p0', '--whitespace=nowarn'],
]

const { PATH } = process.env

/** Applies a patch to files in a new folder, and returns the files. Throws what the program says if it fails. */
async function applied(files: Files, patch: Buffer, [program = '', ...args]: string[]): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'byte-patch-'))
  const file = join(await mkdtemp(join(tmpdir(), 'byte-patch-')), 'all.patch')
  try {
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes)
    await writeFile(file, patch)
    const env = { PATH, GIT_CEILING_DIRECTORIES: tmpdir(), LC_ALL: 'C' }
    const { status, stdout, stderr } = spawnSync(program, [...args, file], { cwd: folder, env })
    if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`)
    const names = await readdir(folder)
    return Object.fromEntries(await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))])))
  } finally {
    await rm(folder, { recursive: true })
  }
}

const utf8 = (text: string) => Buffer.from(text)
const le = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const be = (text: string) => le(text).swap16()
const ansi = (text: string) => iconv.encode(text, 'windows-1252')

/** Files by name: before, after, and the bytes that the patch must make of the first; undefined if it has no file. */
const CASES: Record<string, [before: Buffer | undefined, after: Buffer | undefined, patched: Buffer | undefined]> = {
  'crlf.txt': [utf8('a\r\nb\r\nc\r\n'), utf8('a\nB\nc\nd\n'), utf8('a\r\nB\r\nc\r\nd\r\n')],
  'lf.txt': [utf8('a\nb\n'), utf8('a\r\nB\r\n'), utf8('a\nB\n')],
  'cr.txt': [utf8('a\rb\rc\r'), utf8('a\nB\nc\n'), utf8('a\rB\rc\r')],
  'mixed.txt': [utf8('a\r\nb\nc\rd\r\n'), utf8('a\nb\nx\nc\nd\n'), utf8('a\r\nb\nx\r\nc\rd\r\n')],
  'mark.txt': [utf8('\uFEFFa\r\nb\r\n'), utf8('A\nb\n'), utf8('\uFEFFA\r\nb\r\n')],
  'new-mark.txt': [utf8('a\n'), utf8('\uFEFFa\nb\n'), utf8('a\nb\n')],
  'le.txt': [le('ä\r\nb\r\nc'), le('ä\r\nB\r\nc'), le('ä\r\nB\r\nc')],
  'be.txt': [be('ä\r\nb\r\nਅ\r\n'), be('ä\r\nਊ\r\nਅ\r\n'), be('ä\r\nਊ\r\nਅ\r\n')],
  'le-be.txt': [le('€\nb\n'), be('€\nB\n'), le('€\nB\n')],
  'le-utf8.txt': [le('a\r\nb\r\n'), utf8('a\nß\n'), le('a\r\nß\r\n')],
  'ascii-le.txt': [utf8('a\nb\n'), le('a\r\nß\r\n'), utf8('a\nß\n')],
  'ansi.txt': [ansi('ä\r\nb\r\n'), ansi('ä\r\n€\r\n'), ansi('ä\r\n€\r\n')],
  'ansi-utf8.txt': [ansi('ä\r\nb\r\n'), utf8('ä\nö\n'), ansi('ä\r\nö\r\n')],
  'utf8-ansi.txt': [utf8('ä\r\nb\r\n'), ansi('ä\r\nö\r\n'), utf8('ä\r\nö\r\n')],
  'ascii-ansi.txt': [utf8('a\r\nb\r\n'), ansi('a\r\nö\r\n'), ansi('a\r\nö\r\n')],
  'ansi-undefined.txt': [
    Buffer.from('a\x81\x8d\xe4\r\nb\r\n', 'latin1'),
    Buffer.from('a\x81\x8d\xe4\r\n', 'latin1'),
    Buffer.from('a\x81\x8d\xe4\r\n', 'latin1'),
  ],
  'gains-end.txt': [utf8('a\r\nb'), utf8('a\r\nB\r\n'), utf8('a\r\nB\r\n')],
  'loses-end.txt': [utf8('a\r\nb\r\n'), utf8('a\r\nB'), utf8('a\r\nB')],
  'no-end.txt': [utf8('a'), utf8('b\r\nc'), utf8('b\r\nc')],
  'added crlf.txt': [undefined, le('x\r\ny'), le('x\r\ny')],
  'removed.txt': [ansi('ä\r\nb'), undefined, undefined],
  'emptied.txt': [utf8('a\r\nb\r\n'), utf8(''), utf8('')],
  'filled.txt': [utf8(''), utf8('\uFEFFa\r\n'), utf8('\uFEFFa\r\n')],
  'only ends.txt': [utf8('a\r\nb\r\n'), utf8('a\nb\n'), utf8('a\r\nb\r\n')],
  'left-out.txt': [ansi('ä\r\nb\r\n'), utf8('ä\nДа\n'), ansi('ä\r\nb\r\n')],
}

const filesAt = (at: 0 | 1 | 2): Files =>
  Object.fromEntries(Object.entries(CASES).flatMap(([name, sides]) => (sides[at] ? [[name, sides[at]]] : [])))

describe('GET /v1/compare/{slug1}/{slug2}.patch', () => {
  it.for(PATCHERS)('applies to the bytes of the first list, by %s', async (patcher, { api }) => {
    await makeLists(api, { One: filesAt(0), Two: filesAt(1) })
    const answer = await api
      .get('/v1/compare/one/two.patch')
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)))
      })
      .expect(200)
    const patch: Buffer = answer.body

    const patched = await applied(filesAt(0), patch, patcher)
    const hex = (files: Files) =>
      Object.entries(files)
        .map(([name, bytes]) => `${name} ${bytes.toString('hex')}`)
        .toSorted()
    expect(hex(patched)).toEqual(hex(filesAt(2)))
    const comments = patch
      .toString('latin1')
      .split('\n')
      .filter((line) => line.startsWith('#'))
    expect(comments).toEqual([
      "# left-out.txt is left out: the encoding of the file in the first list can't write its text in the second list.",
    ])
  })
})
