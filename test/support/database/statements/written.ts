import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { getLibFiles, ts } from '@ts-morph/common'

const ROOT = join(import.meta.dirname, '../../../..')

/** A statement written by hand: its file below src/, its line, and its pieces between the inserted values and SQL. */
export interface Written {
  file: string
  line: number
  pieces: string[]
}

/** A text that begins with one of these words, in capitals, is a statement. */
const VERB =
  /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE|LOCK|SET|VACUUM|DECLARE|FETCH|CLOSE|COPY|TRUNCATE|ALTER|CREATE|DROP)\s/

/** What these tags make is a statement, even if it begins with an inserted one. */
const TAG = /^statement$|[$](query|execute)Raw(<.*>)?$/s

/** The folders that hold no statement on the tables of the catalog: connections and migrations, and scripts of pages. */
const OTHERS = /^(db|website\/(browser|generated))\//

/** Returns the modules of src/ as TypeScript sees them, and their paths below src/. */
export function openSources() {
  const files = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => /\.tsx?$/.test(path) && !OTHERS.test(path))
  const { config } = ts.readConfigFile(join(ROOT, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT)
  const paths = files.map((file) => join(ROOT, 'src', file))
  const program = ts.createProgram(paths, options, hostWithLibraries(options))
  const moduleOf = (file: string) => {
    const source = program.getSourceFile(join(ROOT, 'src', file))
    if (source === undefined) throw new Error(`TypeScript does not find src/${file}.`)
    return source
  }
  return { files, moduleOf, checker: program.getTypeChecker() }
}

/** Returns a host that has the types of the language in memory, because the package has no files of them. */
function hostWithLibraries(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options)
  const libraries = new Map(getLibFiles().map(({ fileName, text }) => [fileName, text]))
  const folder = join(ROOT, 'libraries')
  const read = (path: string) => (path.startsWith(folder) ? libraries.get(basename(path)) : ts.sys.readFile(path))
  return {
    ...host,
    getDefaultLibLocation: () => folder,
    getDefaultLibFileName: () => join(folder, 'lib.d.ts'),
    readFile: read,
    fileExists: (path) => read(path) !== undefined,
    getSourceFile: (path, language) => {
      const text = read(path)
      return text === undefined ? undefined : ts.createSourceFile(path, text, language, true)
    },
  }
}

/** Returns the statements in a module. A fragment that `Prisma.sql` makes is part of the statements it is inserted in. */
export function statementsIn(file: string, source: ts.SourceFile): Written[] {
  const found: Written[] = []
  const visit = (node: ts.Node) => {
    const pieces = ts.isStringLiteralLike(node)
      ? [node.text]
      : ts.isTemplateExpression(node)
        ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)]
        : []
    const [first] = pieces
    const tag = ts.isTaggedTemplateExpression(node.parent) ? node.parent.tag.getText(source) : ''
    if (first !== undefined && tag !== 'Prisma.sql' && (TAG.test(tag) || VERB.test(first))) {
      const { line } = source.getLineAndCharacterOfPosition(node.getStart(source))
      found.push({ file, line: line + 1, pieces })
    }
    ts.forEachChild(node, visit)
  }
  ts.forEachChild(source, visit)
  return found
}

/** Reports whether a statement that was sent is one that was written: whether it has all of its pieces in their order. */
export function isMadeFrom({ pieces }: Written, sent: string): boolean {
  let at = 0
  for (const piece of pieces) {
    at = sent.indexOf(piece, at)
    if (at === -1) return false
    at += piece.length
  }
  return true
}
