/** Where drafts come from: what was said before, or a second model. */
import type { Token } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import { lookUpDraft } from '../../../core/speculation/prompt-lookup'

export type Proposal =
  /** Nothing to go by, which took no time. */
  | { readonly kind: 'nothing' }
  /** The draft model read on in the conversation. */
  | { readonly kind: 'read' }
  /** What may come; without tokens: nothing was sure enough. */
  | { readonly kind: 'draft'; readonly tokens: readonly Token[] }

export interface Proposer {
  readonly by: NonNullable<SpeculationFigures['by']>
  /** Time that reading the conversation took; undefined: nothing has to be read. */
  readonly promptMs?: number
  /** At most `most` tokens that may come after `history`, which is never empty. `most` 0: none is wanted now. */
  propose(history: readonly Token[], most: number): Promise<Proposal>
  dispose(): void
}

export const nothing: Proposal = { kind: 'nothing' }

/** What came after the same tokens the last time. */
export const promptLookup: Proposer = {
  by: 'prompt-lookup',
  async propose(history, most) {
    const tokens = lookUpDraft(history, most) as Token[]
    return tokens.length > 0 ? { kind: 'draft', tokens } : nothing
  },
  dispose() {},
}
