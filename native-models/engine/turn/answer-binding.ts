import type { LlamaGrammarEvaluationState, Token } from 'node-llama-cpp'
import { type BoundCalls, boundCallsOf } from '../../../core/answer-grammar/bound-calls'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import { compileGrammar } from '../decode/answer-grammar'
import { Recent } from '../decode/recent'
import type { ModelInMemory } from '../llama/load-model'
import type { Turn } from './turn'

export interface AnswerBinding {
  readonly grammar: LlamaGrammarEvaluationState
  /** `call`: the answer is not constrained until it begins a call. */
  readonly from: 'answer' | 'call'
  /** Control tokens that the grammar may use. */
  readonly markers: ReadonlySet<Token>
}

const noMarkers: ReadonlySet<Token> = new Set()

/** null: no grammar constrains the calls. Agents send the same tools with each request. */
const recentCalls = new Recent<BoundCalls | null>()

/** Throws `schema-refused`, `grammar-invalid`, `tools-refused`. */
export async function bindingOf({ loaded, request }: Pick<Turn, 'loaded' | 'request'>): Promise<AnswerBinding | undefined> {
  const { sampling, tools = [] } = request
  const { model, renderer } = loaded
  const { toolChoice, parallelCalls, bindCalls, grammar, ignoreEndOfText } = sampling
  const key = JSON.stringify([tools, toolChoice, parallelCalls, bindCalls, grammar, ignoreEndOfText])
  const known = recentCalls.of(renderer, key)
  const calls = known === undefined ? recentCalls.keep(renderer, key, boundCallsOf(renderer.syntax.calls, tools, sampling)) : known
  if (calls) return callBinding(loaded, calls)
  return sampling.grammar ? { grammar: await compileGrammar(model, sampling.grammar), from: 'answer', markers: noMarkers } : undefined
}

/** If llama.cpp cannot compile the grammar, optional calls are not constrained, and required ones are refused. */
async function callBinding({ model, renderer }: ModelInMemory, { gbnf, isRequired }: BoundCalls): Promise<AnswerBinding | undefined> {
  try {
    const grammar = await compileGrammar(model, { kind: 'gbnf', text: gbnf })
    return { grammar, from: isRequired ? 'answer' : 'call', markers: renderer.markers }
  } catch (error) {
    if (failureOf(error)?.code !== 'grammar-invalid') throw error
    if (isRequired) throw coded('tools-refused', { reason: { kind: 'calls-not-bindable' } })
    return undefined
  }
}

/** Control tokens that begin a call, if the answer must not call a tool. */
export function callsForbidden({ loaded, request }: Pick<Turn, 'loaded' | 'request'>): readonly Token[] {
  const { calls } = loaded.renderer.syntax
  if (!forbidsCalls(request) || !calls) return []
  const starts = [calls.sectionStart, ...(calls.form === 'json' ? [calls.callStart] : calls.heads.map(([first]) => String(first)))]
  return starts.flatMap((start) => {
    const tokens = start.trim() === '' ? [] : loaded.model.tokenize(start.trim(), true)
    return tokens.length === 1 && loaded.renderer.markers.has(tokens[0] as Token) ? tokens : []
  })
}

export const forbidsCalls = ({ sampling, tools = [] }: Turn['request']): boolean => tools.length > 0 && sampling.toolChoice === 'none'
