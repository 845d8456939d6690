/** How a template writes tool calls: text that two calls share is syntax; text that differs is a slot. */
import type { ChatPart } from '../messages'
import type { Probe } from '../render'
import type { CallSyntax, JsonCalls } from '../syntax'
import type { TemplateNeeds } from '../template-variables'
import { commonPrefix, firstMarker } from './affixes'
import { answerText } from './answer-text'
import { around } from './call-section'
import type { CallTexts } from './call-texts'
import { derivePattern } from './derive-pattern'
import { answers, call, text, words } from './examples'
import { jsonAround, keyOf } from './json-in-text'

export async function deriveCalls(
  probe: Probe,
  needs: TemplateNeeds,
  plain: { readonly header: string; readonly end: string },
): Promise<CallSyntax | null> {
  const variants = await Promise.all([textsWith(probe, needs, plain, []), textsWith(probe, needs, plain, [text])])
  const syntaxes = variants.flatMap((texts) => (texts === null ? [] : (deriveJson(texts) ?? derivePattern(texts) ?? [])))
  // Depending on whether text comes before the call, a template may write more than the marker. The shorter start is the marker.
  return syntaxes.sort((one, other) => startLength(one) - startLength(other))[0] ?? null
}

const startLength = (syntax: CallSyntax): number =>
  (syntax.sectionStart + (syntax.form === 'json' ? syntax.callStart : syntax.heads[0]?.[0])).trim().length

async function textsWith(
  probe: Probe,
  needs: TemplateNeeds,
  { header, end }: { readonly header: string; readonly end: string },
  before: readonly ChatPart[],
): Promise<CallTexts | null> {
  const answer = async (...calls: readonly ChatPart[]): Promise<string | null> => {
    const written = await answerText(probe, answers(...before, ...calls), needs, words.tool)
    if (written === null) return null
    const said = written.indexOf(words.text)
    return said >= 0 && said < written.indexOf(words.tool)
      ? written.slice(said + words.text.length)
      : written.slice(commonPrefix(written, `${header}\0`).length)
  }
  const one = await answer(call({ [words.key]: words.value }))
  if (one === null || !one.includes(words.value)) return null
  const two = await answer(call({ [words.key]: words.value }), call({ [words.key]: words.otherValue }, words.otherTool, words.otherId))
  return {
    one,
    two: two?.includes(words.otherValue) ? two : null,
    twoArguments: await answer(call({ [words.key]: words.value, [words.otherKey]: words.otherValue })),
    number: await answer(call({ [words.key]: 17 })),
    end,
  }
}

function deriveJson({ one, two, end }: CallTexts): JsonCalls | null {
  const names = (name: string) => (value: unknown) => value === name
  const isCall = (name: string, value: string) => (found: object) =>
    (keyOf(found, names(name)) !== null || Object.hasOwn(found, name)) && JSON.stringify(found).includes(value)
  const first = jsonAround(one, one.indexOf(words.value), isCall(words.tool, words.value))
  if (!first) return null
  const nameField = keyOf(first.value, names(words.tool))
  const inName = nameField === null ? Object.values(first.value)[0] : first.value
  const argumentsField = keyOf(inName, (value) => holdsArguments(value))
  if (argumentsField === null && nameField !== null) return null
  const after = one.slice(first.to)
  const others = two === null ? null : secondCall(two, isCall(words.tool, words.value), isCall(words.otherTool, words.otherValue))
  const parts = around(one.slice(0, first.from), others?.between ?? null, others?.after ?? after, end)
  return {
    form: 'json',
    ...parts,
    sectionStart: parts.sectionStart.replace(/\[\s*$/, ''),
    sectionEnd: firstMarker(parts.sectionEnd.replace(/^\s*\]/, '')),
    callStart: parts.callStart.replace(/[[,]\s*$/, ''),
    callEnd: parts.callEnd.replace(/^\s*[\],]/, ''),
    nameField,
    argumentsField: argumentsField ?? '',
    idField: keyOf(first.value, names(words.id)) ?? (/"tool_call_id": "0"/.test(one) ? 'tool_call_id' : null),
  }
}

const holdsArguments = (value: unknown): boolean =>
  (typeof value === 'object' && value !== null && Object.hasOwn(value, words.key)) ||
  (typeof value === 'string' && value.includes(words.value))

function secondCall(
  two: string,
  isFirst: (value: object) => boolean,
  isSecond: (value: object) => boolean,
): { between: string; after: string } | null {
  const first = jsonAround(two, two.indexOf(words.value), isFirst)
  const second = jsonAround(two, two.indexOf(words.otherValue), isSecond)
  return first && second ? { between: two.slice(first.to, second.from), after: two.slice(second.to) } : null
}
