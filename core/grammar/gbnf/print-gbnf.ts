import { codeOf } from '../characters/code-points'
import type { Expression, Rules } from './expression'
import { nameRepeated } from './name-repeated'

/** Source of the notation: grammars/README.md, llama.cpp v0.4.0. */
export const printGbnf = (rules: Rules): string =>
  [...nameRepeated(rules)].map(([name, expression]) => `${name} ::= ${printed(expression, 'choice')}\n`).join('')

type Place = 'choice' | 'sequence' | 'repeat'

function printed(expression: Expression, place: Place): string {
  switch (expression.kind) {
    case 'text':
      return place === 'repeat' && expression.text.length > 1 ? `(${quoted(expression.text)})` : quoted(expression.text)
    case 'set':
      return `[${expression.set.map(([first, last]) => (first === last ? inSet(first) : `${inSet(first)}-${inSet(last)}`)).join('')}]`
    case 'rule':
      return expression.name
    case 'sequence': {
      const inner = expression.items.map((item) => printed(item, 'sequence')).join(' ')
      return place === 'repeat' ? `(${inner})` : inner
    }
    case 'choice': {
      const inner = expression.options.map((option) => printed(option, 'sequence')).join(' | ')
      return place === 'choice' ? inner : `(${inner})`
    }
    case 'repeat': {
      const { item, least, most } = expression
      const whole = `${printed(item, 'repeat')}${suffix(least, most)}`
      return place === 'repeat' ? `(${whole})` : whole
    }
  }
}

function suffix(least: number, most: number | null): string {
  if (most === null) return least === 0 ? '*' : least === 1 ? '+' : `{${least},}`
  if (least === 0 && most === 1) return '?'
  return least === most ? `{${least}}` : `{${least},${most}}`
}

const quoted = (text: string): string => `"${Array.from(text, (one) => escaped(codeOf(one), '"\\')).join('')}"`
const inSet = (code: number): string => escaped(code, ']\\[^-"')

function escaped(code: number, special: string): string {
  const character = String.fromCodePoint(code)
  if (code >= 0x20 && code < 0x7f && !special.includes(character)) return character
  if (character === '\\' || character === '"' || character === ']' || character === '[') return `\\${character}`
  if (code <= 0xff) return `\\x${hex(code, 2)}`
  return code <= 0xffff ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`
}

const hex = (code: number, digits: number): string => code.toString(16).toUpperCase().padStart(digits, '0')
