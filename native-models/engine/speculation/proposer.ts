import type { Token } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import { lookUpDraft } from '../../../core/speculation/prompt-lookup'

export type Proposal =
  /** Costs nothing. */
  | { readonly kind: 'nothing' }
  /** The draft model read more of the conversation. */
  | { readonly kind: 'read' }
  /** Empty: no token was likely enough. */
  | { readonly kind: 'draft'; readonly tokens: readonly Token[] }

export interface Proposer {
  readonly by: NonNullable<SpeculationFigures['by']>
  /** Of the conversation; undefined: nothing to read. */
  readonly promptMs?: number
  /** At most `most` tokens that may follow `history`, which is never empty. `most` 0: no draft is wanted. */
  propose(history: readonly Token[], most: number): Promise<Proposal>
  dispose(): void
}

export const nothing: Proposal = { kind: 'nothing' }

/** Drafts what followed the same tokens last time. */
export const promptLookup: Proposer = {
  by: 'prompt-lookup',
  async propose(history, most) {
    const tokens = lookUpDraft(history, most) as Token[]
    return tokens.length > 0 ? { kind: 'draft', tokens } : nothing
  },
  dispose() {},
}
