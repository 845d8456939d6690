/** Why a JSON schema has no grammar, and what a grammar leaves out. `pointer` is a JSON pointer to the keyword. */

export const schemaRefusalReasons = [
  'not-json',
  'malformed',
  'not-supported',
  'older-draft',
  'reference-not-found',
  'reference-to-other-document',
  'reference-endless',
  'one-of-overlaps',
  'combination-not-supported',
  'pattern-invalid',
  'pattern-lookaround',
  'pattern-backreference',
  'pattern-word-boundary',
  'pattern-unicode-property',
  'pattern-inner-anchor',
  'pattern-ambiguous',
  'limit-too-high',
  'bound-too-precise',
  'names-may-repeat',
  'no-value-possible',
  'too-large',
] as const
export type SchemaRefusalReason = (typeof schemaRefusalReasons)[number]

export type SchemaNoteReason = 'order-fixed' | 'unknown-keyword' | 'format-not-checked' | 'limit-lowered' | 'type-missing'

export interface SchemaRefusal {
  readonly pointer: string
  readonly reason: SchemaRefusalReason
}
export interface SchemaNote {
  readonly pointer: string
  readonly reason: SchemaNoteReason
}

export const grammarFlaws = [
  'too-large',
  'unexpected-character',
  'unexpected-end',
  'unknown-escape',
  'nothing-to-repeat',
  'repeats-too-often',
  'unknown-rule',
  'no-root',
  'left-recursion',
  'too-ambiguous',
] as const
export type GrammarFlaw = (typeof grammarFlaws)[number]

/** Stops the conversion, because nothing useful can follow. */
export class Refused extends Error {
  constructor(readonly refusal: SchemaRefusal) {
    super(refusal.reason)
  }
}

export function refuse(pointer: string, reason: SchemaRefusalReason): never {
  throw new Refused({ pointer, reason })
}

/** llama.cpp copies a repeated element as often as it may repeat, and refuses 2,000 copies. */
export const mostRepetitions = 1999

/** More elements than this make llama.cpp slow to start an answer. */
export const mostElements = 50_000
