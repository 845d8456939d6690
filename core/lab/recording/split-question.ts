/** The question is the last line with text. `context` + `question` is the whole text. */
export function splitQuestion(text: string): { readonly context: string; readonly question: string } {
  const at = Math.max(0, text.trimEnd().lastIndexOf('\n'))
  return { context: text.slice(0, at), question: text.slice(at) }
}
