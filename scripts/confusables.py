"""Writes src/accounts/confusables.json: characters by what they look like (UTS 39), from the data of ICU.

Run it after a new version of ICU: python3 scripts/confusables.py. It needs PyICU (in Debian: python3-icu).
"""

import json
import unicodedata

import icu

checker = icu.SpoofChecker()
lookalikes = {}
for code in range(0x110000):
    character = chr(code)
    # Names are normalized first (NFKC, then NFD), so that other characters do not occur.
    if unicodedata.category(character)[0] in "CZ" or unicodedata.normalize("NFKD", character) != character:
        continue
    skeleton = checker.getSkeleton(0, character)
    if skeleton != character and not icu.Char.hasBinaryProperty(code, icu.UProperty.DEFAULT_IGNORABLE_CODE_POINT):
        lookalikes.setdefault(skeleton, []).append(character)
with open("src/accounts/confusables.json", "w", encoding="utf-8") as file:
    rows = {skeleton: "".join(characters) for skeleton, characters in sorted(lookalikes.items())}
    json.dump(rows, file, ensure_ascii=False, indent=2)
    file.write("\n")
