/** Reads one tool call. */
import type { CallSyntax } from '../syntax'
import { JsonCallReader } from './json-call-reader'
import { PatternCallReader } from './pattern-call-reader'
import type { CallReader, TypesOfTools } from './reader'

/** `head`: which of the ways to begin a call the model wrote; the reader begins after its first text. */
export const callReader = (syntax: CallSyntax, head: number, types: TypesOfTools): CallReader =>
  syntax.form === 'json' ? new JsonCallReader(syntax) : new PatternCallReader(syntax, syntax.heads[head] ?? [], types)
