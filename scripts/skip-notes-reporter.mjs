/** Copies the reason for each skipped test to a field that Vitest's JSON reporter writes. */
export default class SkipNotes {
  onTestCaseResult(test) {
    const { state, note } = test.result()
    if (state === 'skipped' && note) test.meta().skipNote = note
  }
}
