import { sharedLength } from '../../../core/prefix/tree/token-tree'
import type { PromptTrace } from './trace-segments'

/** The tokens with which all prompts begin. `traces` has at least one. */
export function commonTrace([first, ...others]: readonly PromptTrace[]): PromptTrace {
  if (!first) throw new Error('Expected a prompt')
  const length = others.reduce((least, { tokens }) => Math.min(least, sharedLength(first.tokens, tokens)), first.tokens.length)
  const spans = () => first.spans().flatMap((span) => (span.from < length ? [{ ...span, to: Math.min(span.to, length) }] : []))
  return { tokens: first.tokens.slice(0, length), spans }
}
