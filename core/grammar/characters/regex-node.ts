/** A regular expression without anchors. */
import type { CodePoints } from './code-points'

export type RegexNode =
  | { readonly kind: 'set'; readonly set: CodePoints }
  | { readonly kind: 'sequence'; readonly items: readonly RegexNode[] }
  | { readonly kind: 'choice'; readonly options: readonly RegexNode[] }
  | { readonly kind: 'repeat'; readonly item: RegexNode; readonly least: number; readonly most: number | null }

export const nothing: RegexNode = { kind: 'sequence', items: [] }

export interface Lengths {
  readonly least: number
  readonly most: number | null
}

/** In code points. */
export function lengthsOf(node: RegexNode): Lengths {
  switch (node.kind) {
    case 'set':
      return { least: 1, most: 1 }
    case 'sequence':
      return node.items.map(lengthsOf).reduce((sum, next) => ({ least: sum.least + next.least, most: added(sum.most, next.most) }), {
        least: 0,
        most: 0,
      } as Lengths)
    case 'choice': {
      const all = node.options.map(lengthsOf)
      const mosts = all.map(({ most }) => most)
      return {
        least: Math.min(...all.map(({ least }) => least)),
        most: mosts.includes(null) ? null : Math.max(...(mosts as number[])),
      }
    }
    case 'repeat': {
      const { least, most } = lengthsOf(node.item)
      return {
        least: node.least === 0 ? 0 : least * node.least,
        most: most === 0 ? 0 : most === null || node.most === null ? null : most * node.most,
      }
    }
  }
}

const added = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)

const isNullable = (node: RegexNode): boolean => lengthsOf(node).least === 0

/** The same texts without the empty one. */
function nonEmpty(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'set':
      return node
    case 'choice':
      return { kind: 'choice', options: node.options.map(nonEmpty) }
    case 'repeat':
      return isNullable(node.item)
        ? { kind: 'repeat', item: nonEmpty(node.item), least: 1, most: node.most }
        : { ...node, least: Math.max(1, node.least) }
    case 'sequence': {
      const [first, ...rest] = node.items
      if (!first) return { kind: 'choice', options: [] }
      const tail: RegexNode = { kind: 'sequence', items: rest }
      const withFirst: RegexNode = { kind: 'sequence', items: [nonEmpty(first), ...rest] }
      return isNullable(first) ? { kind: 'choice', options: [withFirst, nonEmpty(tail)] } : withFirst
    }
  }
}

/** llama.cpp refuses unlimited repetition of something that can be empty. */
export function withoutEmptyRounds(node: RegexNode): RegexNode {
  switch (node.kind) {
    case 'set':
      return node
    case 'sequence':
      return { kind: 'sequence', items: node.items.map(withoutEmptyRounds) }
    case 'choice':
      return { kind: 'choice', options: node.options.map(withoutEmptyRounds) }
    case 'repeat': {
      const item = withoutEmptyRounds(node.item)
      if (node.most !== null || !isNullable(item)) return { ...node, item }
      return { kind: 'repeat', item: nonEmpty(item), least: 0, most: null }
    }
  }
}
