import { parseRegex } from '../characters/parse-regex'
import { type Lengths, lengthsOf, type RegexNode, withoutEmptyRounds } from '../characters/regex-node'
import { choice, type Expression, never, repeat, sequence, text } from '../gbnf/expression'
import { mostRepetitions, refuse } from '../problems/problems'
import { anyFormCharacter, shortCharacter } from './json-text'
import { type AddRule, patternExpression } from './patterns'

export interface StringLimits {
  readonly least: number
  readonly most: number | null
  /** The regular expressions of `pattern` and `format`. */
  readonly patterns: readonly { readonly source: string; readonly pointer: string }[]
  readonly pointer: string
}

const quoted = (inner: Expression): Expression => sequence(text('"'), inner, text('"'))

export function stringExpression({ least, most, patterns, pointer }: StringLimits, addRule: AddRule): Expression {
  if (most !== null && least > most) return never
  const sources = new Set(patterns.map(({ source }) => source))
  const [first] = patterns
  if (!first) return quoted(repeat(characterFor(least, most), least, most))
  if (sources.size > 1) return refuse(first.pointer, 'combination-not-supported')
  const parsed = parseRegex(first.source)
  if ('reason' in parsed) return refuse(first.pointer, parsed.reason)
  const node = withoutEmptyRounds(withLengths(parsed.node, { least, most }, pointer))
  return quoted(patternExpression(node, first.pointer, addRule))
}

/** A character with many copies is written in one way only, which keeps llama.cpp fast. */
const characterFor = (least: number, most: number | null): Expression =>
  Math.max(least, most ?? 0) > 64 ? shortCharacter : anyFormCharacter

function withLengths(node: RegexNode, wanted: Lengths, pointer: string): RegexNode {
  const options = node.kind === 'choice' ? node.options : [node]
  const fitting = options.flatMap((option) => {
    const { least, most } = lengthsOf(option)
    const isWithin = least >= wanted.least && (wanted.most === null || (most !== null && most <= wanted.most))
    if (isWithin) return [option]
    const isOutside = (wanted.most !== null && least > wanted.most) || (most !== null && most < wanted.least)
    if (isOutside) return []
    return [counted(option, wanted, pointer) ?? refuse(pointer, 'combination-not-supported')]
  })
  return { kind: 'choice', options: fitting }
}

/** For a pattern that repeats one set, such as `^[a-z]*$`. */
function counted(node: RegexNode, wanted: Lengths, pointer: string): RegexNode | undefined {
  if (node.kind === 'sequence' && node.items.length === 1) return counted(node.items[0] as RegexNode, wanted, pointer)
  if (node.kind !== 'repeat' || node.item.kind !== 'set') return undefined
  const most = node.most === null ? wanted.most : wanted.most === null ? node.most : Math.min(node.most, wanted.most)
  if ((most ?? 0) > mostRepetitions) return refuse(pointer, 'limit-too-high')
  return { ...node, least: Math.max(node.least, wanted.least), most }
}

export const literal = (value: unknown): Expression => text(JSON.stringify(value))
export const literals = (values: readonly unknown[]): Expression => choice(...values.map(literal))
