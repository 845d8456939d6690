import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

export function failedInVitest(report) {
  return (report?.testResults ?? []).flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => `${file}: ${fullName}: ${shortMessage(failureMessages)}`)
    return failed.length === 0 && status === 'failed' ? [`${file}: ${shortMessage([message])}`] : failed
  })
}

/** `status` is one of Playwright's. `flaky` means that a story passed only after a retry. */
export function storiesIn(report, status) {
  return specsIn(report?.suites ?? []).flatMap((spec) =>
    spec.tests
      .filter((test) => test.status === status)
      .map(({ results }) => `${spec.file}:${spec.line} ${spec.title}: ${shortMessage(messagesOf(results))}`),
  )
}

function specsIn(suites) {
  return suites.flatMap((suite) => [...suite.specs, ...specsIn(suite.suites ?? [])])
}

const messagesOf = (results) => results.find(({ error }) => error)?.errors.map(({ message }) => message) ?? []

const mostCharacters = 500

/** One line: the first line of each message, and the lines with the locator, the expected and the received value. */
function shortMessage(messages) {
  const lines = messages.flatMap((message = '') => {
    const [first, ...others] = stripVTControlCharacters(message).trim().split('\n')
    return [first, ...others.filter((line) => /^(Locator|Expected|Received)\b/.test(line))]
  })
  return lines.join('; ').replace(/\s+/g, ' ').slice(0, mostCharacters)
}

/** `report` is Vitest's JSON with the notes of skip-notes-reporter.mjs. */
export function skippedInVitest(report) {
  const skipped = (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.filter(({ status }) => ['skipped', 'pending', 'todo'].includes(status)),
  )
  return countByReason(skipped.map(({ meta }) => meta?.skipNote))
}

export function skippedStories(report) {
  const tests = specsIn(report?.suites ?? []).flatMap((spec) => spec.tests.filter(({ status }) => status === 'skipped'))
  return countByReason(tests.map(({ annotations }) => annotations?.find(({ type }) => type === 'skip')?.description))
}

export function countByReason(reasons) {
  const counts = new Map()
  for (const reason of reasons) counts.set(reason ?? 'no reason given', (counts.get(reason ?? 'no reason given') ?? 0) + 1)
  return counts
}

/** `skipped` is the reason if the whole lane was skipped. `left` counts skipped tests by reason. */
export function laneLines(name, { passed, failed, left = new Map(), skipped }, seconds) {
  if (skipped) return [`${name}: skipped, ${skipped} (${seconds.toFixed(0)} s)`]
  const count = [...left.values()].reduce((sum, each) => sum + each, 0)
  const head = `${name}: ${passed} passed, ${failed} failed${count > 0 ? `, ${count} skipped` : ''} (${seconds.toFixed(0)} s)`
  return [head, ...[...left].map(([reason, each]) => `  skipped ${each}: ${reason}`)]
}
