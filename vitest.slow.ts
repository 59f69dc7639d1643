/** Tests of the embedded database by real processes, which take their time: they run with the drills. */
export const SLOW = ['test/db/embedded/{crash,install}.test.ts']
