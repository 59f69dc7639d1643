// The programming interface of TypeScript 5, for tools that have not learned that of 7.
import { ts } from '@ts-morph/common'

export default ts
