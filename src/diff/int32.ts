/**
 * The value at an index that is known to be inside the array, which the compiler can't know. For Int32Array alone: V8
 * optimizes a function best that is called with arrays of one kind.
 */
export const valueAt = (array: Int32Array, index: number): number => array[index] ?? 0
