/** Binds an answer to a grammar, with llama.cpp's grammar sampler. */
import { LlamaGrammarEvaluationState, type LlamaModel, type Token } from 'node-llama-cpp'
import { assertGrammar } from '../../../core/answer-grammar/assert-grammar'
import { coded } from '../../../core/contract/errors/coded-error'
import type { AnswerGrammar } from '../../../core/contract/settings/sampling'
import { Recent } from './recent'

/** node-llama-cpp's own state inside LlamaGrammarEvaluationState. */
type AddonGrammarState = object

interface Bindings {
  readonly AddonSampler: {
    acceptGrammarEvaluationStateToken(state: AddonGrammarState, token: Token): void
    canBeNextTokenForGrammarEvaluationState(state: AddonGrammarState, token: Token): boolean
  }
}

const compiled = new Recent<LlamaGrammarEvaluationState>()

/** Compiled once per model. Throws `schema-refused`, `grammar-invalid`. */
export async function compileGrammar(model: LlamaModel, grammar: AnswerGrammar): Promise<LlamaGrammarEvaluationState> {
  const key = `${grammar.kind} ${grammar.text}`
  return compiled.of(model, key) ?? compiled.keep(model, key, await newState(model, assertGrammar(grammar)))
}

async function newState(model: LlamaModel, gbnf: string): Promise<LlamaGrammarEvaluationState> {
  try {
    return new LlamaGrammarEvaluationState({ model, grammar: await model.llama.createGrammar({ grammar: gbnf }) })
  } catch {
    throw coded('grammar-invalid', { problem: { kind: 'llama.cpp' } })
  }
}

/** The grammar of one answer. It does not apply before `beginAfter`. */
export class GrammarInUse {
  private state: LlamaGrammarEvaluationState | undefined

  constructor(
    private readonly model: LlamaModel,
    private readonly compiledState: LlamaGrammarEvaluationState,
    /** Control tokens that the grammar may use. */
    readonly markers: ReadonlySet<Token>,
  ) {}

  /** undefined while the grammar does not apply. */
  get applied(): LlamaGrammarEvaluationState | undefined {
    return this.state
  }

  /** Returns false, and does not apply the grammar, if no text of the grammar begins with `text`. */
  beginAfter(text: string): boolean {
    const state = this.compiledState.clone()
    for (const token of this.model.tokenize(text, false, 'trimLeadingSpace')) {
      if (!this.sampler.canBeNextTokenForGrammarEvaluationState(addonStateOf(state), token)) return false
      this.sampler.acceptGrammarEvaluationStateToken(addonStateOf(state), token)
    }
    this.state = state
    return true
  }

  /** Whether the answer may end here. */
  get isComplete(): boolean {
    const { state } = this
    const end = this.model.tokens.eos ?? this.model.tokens.eot
    return state !== undefined && end !== null && this.sampler.canBeNextTokenForGrammarEvaluationState(addonStateOf(state), end)
  }

  private get sampler(): Bindings['AddonSampler'] {
    return (this.model.llama as unknown as { readonly _bindings: Bindings })._bindings.AddonSampler
  }
}

export const addonStateOf = (state: LlamaGrammarEvaluationState): AddonGrammarState =>
  (state as unknown as { readonly _state: AddonGrammarState })._state
