/** How a turn's tool choice constrains its answers. */
import type { ToolDefinition } from '../answer-syntax/messages'
import type { CallSyntax } from '../answer-syntax/syntax'
import { coded } from '../contract/errors/coded-error'
import type { SamplingSettings } from '../contract/settings/sampling'
import { callGrammarOf } from './call-grammar'

export interface BoundCalls {
  readonly gbnf: string
  /** Whether the answer must be a call. If not, the grammar applies only once a call begins. */
  readonly isRequired: boolean
}

type Choice = Pick<SamplingSettings, 'toolChoice' | 'parallelCalls' | 'bindCalls' | 'grammar' | 'ignoreEndOfText'>

/** Returns null if no grammar constrains the calls. Throws `tools-refused`. */
export function boundCallsOf(syntax: CallSyntax | null, tools: readonly ToolDefinition[], choice: Choice): BoundCalls | null {
  const { toolChoice } = choice
  if (tools.length === 0 || toolChoice === 'none') return null
  if (toolChoice !== 'auto') return { gbnf: requiredCalls(syntax, tools, choice, toolChoice), isRequired: true }
  if (!choice.bindCalls || choice.grammar || choice.ignoreEndOfText || !syntax) return null
  const grammar = callGrammarOf(syntax, tools, choice.parallelCalls)
  return grammar && { gbnf: grammar.gbnf, isRequired: false }
}

function requiredCalls(
  syntax: CallSyntax | null,
  tools: readonly ToolDefinition[],
  { grammar, parallelCalls }: Choice,
  toolChoice: 'required' | { readonly tool: string },
): string {
  if (grammar) throw coded('tools-refused', { reason: { kind: 'call-and-grammar' } })
  if (!syntax) throw coded('tools-refused', { reason: { kind: 'template-without-calls' } })
  const callable = toolChoice === 'required' ? tools : tools.filter(({ name }) => name === toolChoice.tool)
  if (toolChoice !== 'required' && callable.length === 0)
    throw coded('tools-refused', { reason: { kind: 'unknown-tool', tool: toolChoice.tool } })
  const made = callGrammarOf(syntax, callable, parallelCalls)
  if (!made) throw coded('tools-refused', { reason: { kind: 'calls-not-bindable' } })
  return made.gbnf
}
