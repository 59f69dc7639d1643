// The API of TypeScript 5, for tools that do not support that of TypeScript 7 yet.
import { ts } from '@ts-morph/common'

export default ts
