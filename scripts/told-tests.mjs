/** What a reporter's JSON says of single tests, so that the end of a run names what went wrong. */
import { relative } from 'node:path'

/**
 * @param {any} report Vitest's JSON reporter
 * @returns {string[]} one line for each failed test, and for each file that could not be run
 */
export function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => `${file}: ${fullName}`)
    return failed.length === 0 && status === 'failed' ? [`${file}: ${firstLine(message)}`] : failed
  })
}

/**
 * @param {any} report Playwright's JSON reporter
 * @param {'unexpected' | 'flaky'} status unexpected: failed at every try; flaky: passed at a later one
 * @returns {string[]} one line for each such test, with what it said when it failed
 */
export function storiesIn(report, status) {
  return specsIn(report?.suites ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map(({ results }) => `${spec.file}:${spec.line} ${spec.title}: ${firstLine(results.find(({ error }) => error)?.error.message)}`),
  )
}

function specsIn(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsIn(suite.suites ?? [])])
}

function firstLine(text = '') {
  return text.trim().split('\n', 1)[0]
}
