import './page.ts'
import './upload.ts'
