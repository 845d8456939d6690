/** Puts the reason of `skip(condition, reason)` where Vitest's JSON reporter prints it. */
export default class SkipNotes {
  onTestCaseResult(test) {
    const { state, note } = test.result()
    if (state === 'skipped' && note) test.meta().skipNote = note
  }
}
