/** The limits of an upload (CONTRACT.md, files). */
export interface UploadLimits {
  maxFiles: number
  maxFileBytes: number
  maxBodyBytes: number
}
