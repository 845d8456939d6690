/** Copies the reason of `skip(condition, reason)` to a field that Vitest's JSON reporter prints. */
export default class SkipNotes {
  onTestCaseResult(test) {
    const { state, note } = test.result()
    if (state === 'skipped' && note) test.meta().skipNote = note
  }
}
