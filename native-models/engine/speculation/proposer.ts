import type { Token } from 'node-llama-cpp'
import type { SpeculationFigures } from '../../../core/contract/chat/turn'
import { lookUpDraft } from '../../../core/speculation/prompt-lookup'

export type Proposal =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'read' }
  | { readonly kind: 'draft'; readonly tokens: readonly Token[] }

export interface Proposer {
  readonly by: NonNullable<SpeculationFigures['by']>
  /** How long the draft model took to read the conversation. */
  readonly promptMs?: number
  /** `history` is never empty. `most` may be 0. */
  propose(history: readonly Token[], most: number): Promise<Proposal>
  dispose(): void
}

export const nothing: Proposal = { kind: 'nothing' }

export const promptLookup: Proposer = {
  by: 'prompt-lookup',
  async propose(history, most) {
    const tokens = lookUpDraft(history, most) as Token[]
    return tokens.length > 0 ? { kind: 'draft', tokens } : nothing
  },
  dispose() {},
}
