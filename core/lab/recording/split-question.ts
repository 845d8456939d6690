/** The last line is the question; a text of one line is all question. Together they are the text. */
export function splitQuestion(text: string): { readonly context: string; readonly question: string } {
  const at = Math.max(0, text.trimEnd().lastIndexOf('\n'))
  return { context: text.slice(0, at), question: text.slice(at) }
}
