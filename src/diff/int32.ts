/**
 * Returns the value at an index that is known to be valid, which the compiler can't check. Accepts only Int32Array,
 * since V8 optimizes a function best if it is called with one type of array.
 */
export const valueAt = (array: Int32Array, index: number): number => array[index] ?? 0
