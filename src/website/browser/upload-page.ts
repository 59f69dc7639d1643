import './page.ts'
import './upload.ts'
import { offerToWrite } from './upload/write-folder.ts'

offerToWrite()
