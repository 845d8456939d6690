/** How code points are written inside a JSON string. */

import { type CodePoints, codePointsOf, everyCodePoint, holds, overlap, union, without } from '../characters/code-points'
import { choice, type Expression, oneOf, optional, repeat, rule, sequence, text } from '../gbnf/expression'

const controls: CodePoints = [[0, 0x1f]]
const mustEscape = union(controls, codePointsOf('"\\'))
const plain = without(everyCodePoint, mustEscape)
const shortEscapes: Readonly<Record<number, string>> = { 8: 'b', 9: 't', 10: 'n', 12: 'f', 13: 'r', 34: '"', 92: '\\' }

const hexDigit: CodePoints = union([[48, 57]], [[65, 70]], [[97, 102]])

/** Any character, as itself or escaped (such as `\uXXXX`). Surrogates are always in pairs. */
const anyCharacter: Expression = (() => {
  const digit = oneOf(hexDigit)
  const noSurrogate = choice(
    sequence(oneOf(without(hexDigit, codePointsOf('dD'))), digit, digit, digit),
    sequence(oneOf(codePointsOf('dD')), oneOf([[48, 55]]), digit, digit),
  )
  const pair = sequence(
    oneOf(codePointsOf('dD')),
    oneOf(codePointsOf('89abAB')),
    digit,
    digit,
    text('\\u'),
    oneOf(codePointsOf('dD')),
    oneOf(codePointsOf('cdefCDEF')),
    digit,
    digit,
  )
  return choice(
    oneOf(plain),
    sequence(text('\\'), choice(oneOf(codePointsOf('"\\/bfnrt')), sequence(text('u'), choice(noSurrogate, pair)))),
  )
})()

/** One character of the set, as JSON.stringify writes it. */
export const characterOf = (set: CodePoints): Expression => (set === everyCodePoint ? shortCharacter : written(set))

function written(set: CodePoints): Expression {
  const escapes = overlap(set, mustEscape)
  if (escapes.length === 0) return oneOf(overlap(set, plain))
  const letters = Object.entries(shortEscapes).filter(([code]) => holds(set, Number(code)))
  const coded = [0, 1].map((high) => {
    const low = Array.from({ length: 16 }, (_, digit) => digit).filter((digit) => {
      const code = high * 16 + digit
      return holds(set, code) && !(code in shortEscapes)
    })
    return sequence(text(`u00${high}`), oneOf(codePointsOf(low.map((digit) => digit.toString(16)).join(''))))
  })
  return choice(
    oneOf(overlap(set, plain)),
    sequence(text('\\'), choice(oneOf(codePointsOf(letters.map(([, letter]) => letter).join(''))), ...coded)),
  )
}

/** Any character, in the one way that JSON.stringify writes it. */
export const shortCharacter: Expression = rule('char')
/** Any character in any form. */
export const anyFormCharacter: Expression = rule('any-char')
export const characterRules: ReadonlyMap<string, Expression> = new Map([
  ['char', written(everyCodePoint)],
  ['any-char', anyCharacter],
])

/** Every text but these, as JSON.stringify writes it, without its quotation marks. */
export function anyTextBut(texts: readonly string[]): Expression {
  if (texts.length === 0) return repeat(shortCharacter, 0, null)
  const byFirst = new Map<string, string[]>()
  for (const one of texts) {
    const [first, ...rest] = Array.from(one)
    if (first !== undefined) byFirst.set(first, [...(byFirst.get(first) ?? []), rest.join('')])
  }
  const others = without(everyCodePoint, codePointsOf([...byFirst.keys()].join('')))
  const longer = choice(
    sequence(characterOf(others), repeat(shortCharacter, 0, null)),
    ...[...byFirst].map(([first, rests]) => sequence(characterOf(codePointsOf(first)), anyTextBut(rests))),
  )
  return texts.includes('') ? longer : optional(longer)
}
