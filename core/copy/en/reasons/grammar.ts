import type { ErrorFacts } from '../../../contract/errors/errors'
import type { GrammarFlaw, SchemaNote, SchemaRefusalReason } from '../../../grammar/problems/problems'
import { formatCount } from '../../../text/amounts'

const refusals: Readonly<Record<SchemaRefusalReason, string>> = {
  'not-json': 'it is not JSON',
  malformed: 'JSON Schema does not allow this value here',
  'not-supported': 'a grammar cannot express it',
  'older-draft': 'it belongs to an older draft of JSON Schema; Headroom reads 2020-12',
  'reference-not-found': 'it refers to a schema that does not exist',
  'reference-to-other-document': 'it refers to another document',
  'reference-endless': 'it refers to itself endlessly',
  'one-of-overlaps': 'a value could fit two of the alternatives; use anyOf, or tell them apart with a constant',
  'combination-not-supported': 'a grammar cannot express this combination of lengths, patterns and formats',
  'pattern-invalid': 'it is not a valid regular expression',
  'pattern-lookaround': 'a grammar cannot express lookaround',
  'pattern-backreference': 'a grammar cannot express a backreference',
  'pattern-word-boundary': 'a grammar cannot express a word boundary',
  'pattern-unicode-property': 'Unicode properties are not supported; list the characters instead',
  'pattern-inner-anchor': '^ and $ are supported only at the start and the end',
  'pattern-ambiguous':
    'a text can match the pattern in too many ways; write it so that there is one way, such as “\\w+( \\w+)*” instead of “(\\w+ ?)+”',
  'limit-too-high': 'the number is too large for a grammar',
  'bound-too-precise': 'an exclusive bound can have at most 15 digits',
  'names-may-repeat': 'a grammar cannot count properties that the schema does not name; name them in “properties”',
  'no-value-possible': 'no value satisfies it',
  'too-large': 'it is too large',
}

const flaws: Readonly<Record<GrammarFlaw, string>> = {
  'too-large': 'is too large',
  'unexpected-character': 'has an unexpected character',
  'unexpected-end': 'ends too early',
  'unknown-escape': 'has an unknown escape',
  'nothing-to-repeat': 'has a repetition with nothing to repeat',
  'repeats-too-often': 'repeats something 2,000 times or more',
  'unknown-rule': 'uses a rule that does not exist',
  'no-root': 'needs a rule named root',
  'left-recursion': 'has a rule that begins with itself',
  'too-ambiguous':
    'has a rule that can read a text in too many ways; write it so that there is one way, such as [a-z]+ (" " [a-z]+)* instead of ([a-z]+ " "?)+',
}

const place = (pointer: string): string => (pointer === '' ? 'The schema' : pointer)

export const schemaRefusalText = ({ refusals: found }: ErrorFacts<'schema-refused'>): string =>
  found.map(({ pointer, reason }) => `${place(pointer)}: ${refusals[reason]}.`).join(' ')

export function grammarProblemText({ problem }: ErrorFacts<'grammar-invalid'>): string {
  switch (problem.kind) {
    case 'flaw':
      return problem.flaw === 'no-root' || problem.flaw === 'too-large'
        ? `The grammar ${flaws[problem.flaw]}.`
        : `Line ${formatCount(problem.line)} of the grammar ${flaws[problem.flaw]}.`
    case 'llama.cpp':
      return 'llama.cpp refuses the grammar.'
    case 'begun-answer':
      return 'The answer so far does not match the grammar, so it cannot be continued.'
  }
}

export function schemaNoteText({ pointer, reason }: SchemaNote): string {
  switch (reason) {
    case 'order-fixed':
      return `${place(pointer)}: with this many properties, the answer has them in the order of the schema.`
    case 'unknown-keyword':
      return `${place(pointer)}: not a keyword of JSON Schema, so it has no effect.`
    case 'format-not-checked':
      return `${place(pointer)}: not a format of JSON Schema, so it is not checked.`
    case 'limit-lowered':
      return `${place(pointer)}: a grammar cannot count that far, so the limit is lower.`
    case 'type-missing':
      return `${place(pointer)}: without “type”, values of other types are allowed too.`
  }
}
