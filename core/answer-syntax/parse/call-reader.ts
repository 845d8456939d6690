import type { CallSyntax } from '../syntax'
import { JsonCallReader } from './json-call-reader'
import { PatternCallReader } from './pattern-call-reader'
import type { CallReader, TypesOfTools } from './reader'

/**
 * `head` is the index in `syntax.heads` of the way in which the model began the call. The reader begins after that head's first text.
 */
export const callReader = (syntax: CallSyntax, head: number, types: TypesOfTools): CallReader =>
  syntax.form === 'json' ? new JsonCallReader(syntax) : new PatternCallReader(syntax, syntax.heads[head] ?? [], types)
