/** A file of a form. */
export interface FormFile {
  name: string
  /**
   * The bytes as they arrived: at least one piece, or none if the form was refused. They are joined only for files that
   * are not stored yet, because memory outside the heap makes Node collect garbage in all of the heap.
   */
  pieces: Buffer<ArrayBuffer>[]
}
