import type { ArgumentsSyntax, PatternCalls, Slot } from '../syntax'
import { commonPrefix, commonSuffix } from './affixes'
import { around } from './call-section'
import type { CallTexts } from './call-texts'
import { words } from './examples'
import { jsonAround } from './json-in-text'

type Head = (string | Slot)[]

/** Derives calls whose name is outside JSON. */
export function derivePattern(texts: CallTexts): PatternCalls | null {
  const syntax = argumentsOf(texts)
  if (syntax === null) return null
  const one = divide(texts.one, words.tool, words.id, words.value, syntax)
  if (one === null) return null
  const cut = texts.two === null ? -1 : texts.two.indexOf(words.value)
  const first = texts.two === null ? null : divide(texts.two, words.tool, words.id, words.value, syntax)
  const second =
    texts.two === null || first === null
      ? null
      : divide(texts.two.slice(cut + words.value.length), words.otherTool, words.otherId, words.otherValue, syntax)
  const isSecond = texts.two !== null && first !== null && second !== null
  const between = isSecond ? (second.head[0] as string).slice(first.argumentsEnd - cut - words.value.length) : null
  const after = isSecond ? (texts.two ?? '').slice(cut + words.value.length + second.argumentsEnd) : texts.one.slice(one.argumentsEnd)
  const { callStart, ...section } = around(one.head[0] as string, between, after, texts.end)
  const rest = isSecond ? merged(one.head.slice(1), second.head.slice(1)) : one.head.slice(1)
  const isList = syntax.form === 'literal'
  return {
    form: 'pattern',
    sectionStart: isList ? section.sectionStart.replace(/\[\s*$/, '') : section.sectionStart,
    sectionEnd: isList ? section.sectionEnd.replace(/^\s*\]/, '') : section.sectionEnd,
    separator: section.separator,
    callEnd: section.callEnd,
    heads: headsOf(callStart.trim(), section.sectionStart, rest),
    arguments: syntax,
  }
}

/** Some models leave out the first of two markers, such as `<tool_call>` in `<tool_call><function=`. */
function headsOf(callStart: string, sectionStart: string, rest: Head): Head[] {
  const second = sectionStart.trim() === '' ? /^<[^<>]+>\s*(<.+)$/s.exec(callStart)?.[1] : undefined
  return [[callStart, ...rest], ...(second === undefined ? [] : [[second, ...rest]])]
}

/** Text and slots before the arguments, and where the arguments end. */
function divide(
  text: string,
  tool: string,
  id: string,
  value: string,
  syntax: ArgumentsSyntax,
): { head: Head; argumentsEnd: number } | null {
  const at = text.indexOf(value)
  const key = text.lastIndexOf(words.key, at)
  const name = text.lastIndexOf(tool, key)
  if (key < 0 || name < 0) return null
  const json = syntax.form === 'json' ? jsonAround(text, at, () => true) : null
  const argumentsStart = json ? json.from : syntax.form === 'json' ? key : key - lengthBefore(syntax)
  const slots = [
    { at: name, length: tool.length, slot: 'name' as const },
    ...(text.lastIndexOf(id, argumentsStart) >= 0
      ? [{ at: text.lastIndexOf(id, argumentsStart), length: id.length, slot: 'id' as const }]
      : []),
  ].sort((one, other) => one.at - other.at)
  const head: Head = []
  let from = 0
  for (const { at: slotAt, length, slot } of slots) {
    head.push(text.slice(from, slotAt), { slot })
    from = slotAt + length
  }
  head.push(text.slice(from, argumentsStart))
  return { head, argumentsEnd: json ? json.to : endOfArguments(at + value.length, syntax) }
}

const lengthBefore = (syntax: ArgumentsSyntax): number => (syntax.form === 'json' ? 0 : syntax.open.length)

function endOfArguments(from: number, syntax: ArgumentsSyntax): number {
  if (syntax.form === 'json') return from
  if (syntax.form === 'literal') return from + syntax.quote.length + syntax.end.length
  return from + syntax.close.replaceAll('\0', words.key).length
}

/** Text that differs between two calls becomes a `skipped` slot. */
function merged(one: Head, other: Head): Head {
  return one.flatMap((step, index): Head => {
    const second = other[index]
    if (typeof step !== 'string' || typeof second !== 'string' || step === second) return [step]
    const before = commonPrefix(step, second)
    const after = commonSuffix(step.slice(before.length), second.slice(before.length))
    return [before, { slot: 'skipped' }, after]
  })
}

function argumentsOf({ one, twoArguments, number }: CallTexts): ArgumentsSyntax | null {
  if (jsonAround(one, one.indexOf(words.value), (value) => Object.hasOwn(value, words.key))) return { form: 'json' }
  if (twoArguments === null) return null
  const value = twoArguments.indexOf(words.value)
  const key = twoArguments.lastIndexOf(words.key, value)
  const otherValue = twoArguments.indexOf(words.otherValue)
  const otherKey = twoArguments.lastIndexOf(words.otherKey, otherValue)
  const name = twoArguments.lastIndexOf(words.tool, key)
  if (Math.min(value, key, otherValue, otherKey, name) < 0 || otherKey < value) return null
  const middle = twoArguments.slice(key + words.key.length, value)
  const between = twoArguments.slice(value + words.value.length, otherKey).replaceAll(words.key, '\0')
  const after = twoArguments.slice(otherValue + words.otherValue.length).replaceAll(words.otherKey, '\0')
  const open = commonSuffix(twoArguments.slice(name + words.tool.length, key), between)
  const closing = between.slice(0, between.length - open.length)
  const close = commonPrefix(closing, after)
  const numberMiddle = middleOfNumber(number)
  if (numberMiddle !== null && middle.startsWith(numberMiddle) && middle.length > numberMiddle.length) {
    const quote = middle.slice(numberMiddle.length)
    return { form: 'literal', open, middle: numberMiddle, quote, end: after.slice(quote.length, quote.length + 1) }
  }
  return { form: 'tagged', open, close, separator: closing.slice(close.length).trim(), ...typed(middle, numberMiddle) }
}

function middleOfNumber(number: string | null): string | null {
  if (number === null) return null
  const at = number.indexOf(words.key)
  const value = number.indexOf('17', at)
  return at < 0 || value < 0 ? null : number.slice(at + words.key.length, value)
}

/** ` string="true">` for strings and ` string="false">` for numbers: what differs is the type. */
function typed(middle: string, numberMiddle: string | null): Pick<Extract<ArgumentsSyntax, { form: 'tagged' }>, 'middle' | 'type'> {
  if (numberMiddle === null || numberMiddle === middle) return { middle, type: null }
  const quote = middle.lastIndexOf('="', middle.length) + 2
  const end = middle.slice(middle.indexOf('"', quote))
  return { middle: middle.slice(0, quote), type: { string: middle.slice(quote, middle.indexOf('"', quote)), end } }
}
