/** Reads the arguments of one call while they arrive, and gives them as the text of a JSON object. */
import type { ArgumentsSyntax } from '../syntax'
import { JsonArguments } from './json-arguments'
import { LiteralArguments } from './literal-arguments'
import type { Reader, TypeOfArgument } from './reader'
import { TaggedArguments } from './tagged-arguments'

export const argumentsReader = (syntax: ArgumentsSyntax, callEnd: string, typeOf: TypeOfArgument): Reader => {
  switch (syntax.form) {
    case 'json':
      return new JsonArguments(callEnd)
    case 'tagged':
      return new TaggedArguments(syntax, callEnd, typeOf)
    case 'literal':
      return new LiteralArguments(syntax)
  }
}
