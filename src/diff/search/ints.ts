/** The number at an index that is known to be inside; the compiler can't know. Only for Int32Array, to stay fast. */
export const at = (numbers: Int32Array, index: number): number => numbers[index] ?? 0
