import { ts } from '@ts-morph/common'
import { Prisma } from '../../../../src/db/generated/client.ts'

/*
 * Arguments for any function with statements, made up from the types of its parameters. A statement depends on its
 * arguments: a filter may be missing, an order is one of two. So there are several sets: one with all optional values, the
 * first of each union, and numbers above zero; and others with the rest.
 */

interface Choice {
  /** Whether optional values are there, flags are on, and numbers are above zero. */
  isFull: boolean
  /** Which of several types is taken, counted from the first one. */
  member: number
}

export const CHOICES: Choice[] = [true, false].flatMap((isFull) => [0, 1].map((member) => ({ isFull, member })))

/** Values of types that are not made from their properties, by the name of the type. */
const NAMED: Record<string, () => unknown> = {
  Date: () => new Date(0),
  Sql: () => Prisma.sql`true`,
  Buffer: () => Buffer.alloc(32),
  Uint8Array: () => Buffer.alloc(32),
  Map: () => new Map(),
  ReadonlyMap: () => new Map(),
  AbortSignal: () => undefined,
  QueryConfig: () => ({ text: 'SELECT 1' }),
  Record: () => ({ id: 1 }),
}

/** How deep the made-up values are. Types of rows may contain each other. */
const DEEPEST = 5

/** Returns a function that makes up a value of a type. `db` stands for every database, transaction and connection. */
export function valuesFor(
  checker: ts.TypeChecker,
  db: unknown,
  { isFull, member }: Choice,
): (type: ts.Type) => unknown {
  let count = 0
  function valueFor(type: ts.Type, depth = 0): unknown {
    if (type.isUnion()) {
      const isOptional = type.types.some(({ flags }) => flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null))
      if (isOptional && !isFull) return type.types.some(({ flags }) => flags & ts.TypeFlags.Null) ? null : undefined
      const members = type.types.filter(({ flags }) => !(flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Null)))
      if (members.every(({ flags }) => flags & ts.TypeFlags.BooleanLiteral)) return isFull
      const taken = members[member % members.length]
      return taken && valueFor(taken, depth)
    }
    if (type.isStringLiteral() || type.isNumberLiteral()) return type.value
    // No two values are equal, because an update that changes nothing sends no statement.
    if (type.flags & ts.TypeFlags.StringLike) return `x${++count}`
    if (type.flags & ts.TypeFlags.NumberLike) return isFull ? ++count : -++count
    if (type.flags & ts.TypeFlags.BigIntLike) return 2n
    if (type.flags & ts.TypeFlags.BooleanLike) return isFull
    const named = NAMED[type.aliasSymbol?.name ?? ''] ?? NAMED[type.symbol?.name ?? '']
    if (named !== undefined) return named()
    if (type.flags & ts.TypeFlags.TypeParameter) {
      const constraint = checker.getBaseConstraintOfType(type)
      return constraint && valueFor(constraint, depth)
    }
    if (type.symbol?.name === 'Promise') {
      const [kept] = checker.getTypeArguments(type as ts.TypeReference) // a made-up promise would never be kept
      return kept && valueFor(kept, depth)
    }
    if (['query', '$queryRaw', 'pool'].some((name) => type.getProperty(name))) return db
    if (depth === DEEPEST) return undefined
    if (checker.isTupleType(type))
      return checker.getTypeArguments(type as ts.TypeReference).map((of) => valueFor(of, depth + 1))
    if (checker.isArrayType(type) || type.symbol?.name === 'ReadonlyArray')
      return checker.getTypeArguments(type as ts.TypeReference).map((of) => valueFor(of, depth + 1))
    const [call] = type.getCallSignatures()
    if (call !== undefined) return () => valueFor(call.getReturnType(), depth + 1)
    const properties = type.getProperties().map((property) => {
      const value = valueFor(checker.getTypeOfSymbol(property), depth + 1)
      return [property.name, value] as const
    })
    return Object.fromEntries(properties.filter(([, value]) => value !== undefined))
  }
  return valueFor
}
