import type { SerializedError } from 'vitest'
import { DefaultReporter, type TestCase, type TestModule, type TestSuite } from 'vitest/node'

/**
 * Prints each file in one line, and each failure with its reason when it happens. An interrupted run ends with the titles
 * of what has failed so far; otherwise the runner repeats all failures at the end.
 */
export default class Reporter extends DefaultReporter {
  #failed: string[] = []

  override onTestRunStart(...args: Parameters<DefaultReporter['onTestRunStart']>): void {
    super.onTestRunStart(...args)
    process.once('SIGINT', () => {
      this.log(`\nInterrupted. ${this.#failed.length} failed so far.`)
      for (const title of this.#failed) this.log(`  ${title}`)
      process.exit(130)
    })
  }

  override onTestCaseResult(test: TestCase): void {
    super.onTestCaseResult(test)
    const { state, errors = [] } = test.result()
    if (state === 'failed') this.#print(`${test.module.relativeModuleId} > ${test.fullName}`, test, errors)
  }

  override onTestSuiteResult(suite: TestSuite): void {
    super.onTestSuiteResult(suite)
    this.#print(`${suite.module.relativeModuleId} > ${suite.fullName}`, suite, suite.errors())
  }

  override onTestModuleEnd(module: TestModule): void {
    super.onTestModuleEnd(module)
    this.#print(module.relativeModuleId, module, module.errors())
  }

  #print(title: string, { project }: TestCase | TestSuite | TestModule, errors: readonly SerializedError[]): void {
    if (errors.length === 0) return
    this.#failed.push(title)
    this.log(`\nFAILED: ${title}`)
    for (const error of errors) this.ctx.logger.printError(error, { project })
  }
}
