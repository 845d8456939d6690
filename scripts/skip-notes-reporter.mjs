/** Copies the reasons of skipped tests to a field that Vitest's JSON reporter prints. */
export default class SkipNotes {
  onTestCaseResult(test) {
    const { state, note } = test.result()
    if (state === 'skipped' && note) test.meta().skipNote = note
  }
}
