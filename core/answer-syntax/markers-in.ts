import type { AnswerSyntax, CallSyntax } from './syntax'

/** The template's markers that an answer may contain. Leaves out those inside `literal` arguments and types. */
export const markersIn = ({ reasoning, calls, markup }: AnswerSyntax): string[] =>
  [...(reasoning ? [reasoning.start, reasoning.end] : []), ...markup, ...(calls ? markersOfCalls(calls) : [])].filter(
    (marker) => marker.trim() !== '',
  )

function markersOfCalls(calls: CallSyntax): string[] {
  const section = [calls.sectionStart, calls.sectionEnd, calls.separator, calls.callEnd]
  if (calls.form === 'json') return [...section, calls.callStart]
  const heads = calls.heads.flat().filter((step) => typeof step === 'string')
  const { arguments: written } = calls
  return [...section, ...heads, ...(written.form === 'tagged' ? [written.open, written.middle, written.close.replaceAll('\0', '')] : [])]
}
