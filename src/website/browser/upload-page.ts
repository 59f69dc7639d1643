import './owner.ts'
import './upload.ts'
