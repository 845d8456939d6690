/** The right side of a rule of GBNF, llama.cpp's grammar notation. */
import type { CodePoints } from '../characters/code-points'

export type Expression =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'set'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly items: readonly Expression[] }
  | { readonly kind: 'choice'; readonly options: readonly Expression[] }
  | { readonly kind: 'repeat'; readonly item: Expression; readonly least: number; readonly most: number | null }
  | { readonly kind: 'rule'; readonly name: string }

export type Rules = ReadonlyMap<string, Expression>

/** Matches nothing, not even the empty text. */
export const never: Expression = { kind: 'choice', options: [] }
export const empty: Expression = { kind: 'text', text: '' }

export const isNever = (expression: Expression): boolean => expression.kind === 'choice' && expression.options.length === 0
/** llama.cpp makes a rule of it where it is repeated. */
export const isGroup = ({ kind }: Expression): boolean => kind === 'sequence' || kind === 'choice' || kind === 'repeat'
export const isEmpty = (expression: Expression): boolean => expression.kind === 'text' && expression.text === ''

export const text = (written: string): Expression => ({ kind: 'text', text: written })
export const rule = (name: string): Expression => ({ kind: 'rule', name })
export const oneOf = (set: CodePoints): Expression => (set.length === 0 ? never : { kind: 'set', set })

export function sequence(...items: readonly Expression[]): Expression {
  if (items.some(isNever)) return never
  const flat = items.flatMap((item) => (item.kind === 'sequence' ? item.items : [item])).filter((item) => !isEmpty(item))
  const joined: Expression[] = []
  for (const item of flat) {
    const before = joined.at(-1)
    if (before?.kind === 'text' && item.kind === 'text') joined[joined.length - 1] = text(before.text + item.text)
    else joined.push(item)
  }
  if (joined.length === 0) return empty
  return joined.length === 1 ? (joined[0] as Expression) : { kind: 'sequence', items: joined }
}

export function choice(...options: readonly Expression[]): Expression {
  const flat = options.flatMap((option) => (option.kind === 'choice' ? option.options : [option]))
  const different = flat.filter((option, index) => !isEmpty(option) || flat.findIndex(isEmpty) === index)
  return different.length === 1 ? (different[0] as Expression) : { kind: 'choice', options: different }
}

export function repeat(item: Expression, least: number, most: number | null): Expression {
  if (most !== null && least > most) return never
  if (most === 0 || isEmpty(item)) return empty
  if (isNever(item)) return least === 0 ? empty : never
  if (least === 1 && most === 1) return item
  return { kind: 'repeat', item, least, most }
}

export const optional = (item: Expression): Expression => repeat(item, 0, 1)
