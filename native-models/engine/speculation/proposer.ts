/** Sources of drafts: the conversation itself, or a draft model. */
import type { Token } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import { lookUpDraft } from '../../../core/speculation/prompt-lookup'

export type Proposal =
  /** No draft, at no cost. */
  | { readonly kind: 'nothing' }
  /** The draft model read more of the conversation. */
  | { readonly kind: 'read' }
  /** Draft tokens; empty if none was likely enough. */
  | { readonly kind: 'draft'; readonly tokens: readonly Token[] }

export interface Proposer {
  readonly by: NonNullable<SpeculationFigures['by']>
  /** Time spent reading the conversation; undefined if nothing has to be read. */
  readonly promptMs?: number
  /** Returns at most `most` tokens that may follow `history`, which is never empty. `most` 0: no draft is wanted now. */
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
