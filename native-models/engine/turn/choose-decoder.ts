import type { SerialQueue } from '../../../core/streams/serial-queue'
import { type Decoder, DirectDecoder, publicDecoder } from '../decode/decoder'
import { type Decoding, neverSampled } from '../decode/token-sampler'
import { DraftModelProposer } from '../speculation/draft-proposer'
import { type Proposer, promptLookup } from '../speculation/proposer'
import { SpeculativeDecoder } from '../speculation/speculative-decoder'
import { type Turn, tokenLimit } from './turn'

export function decoderFor(turn: Turn, decoding: Decoding): Decoder {
  const { batches, contextQueue } = turn
  const { internals } = turn.context
  if (!internals || !batches) return between(contextQueue, publicDecoder(decoding))
  // Drafts do not follow a grammar.
  const proposer = decoding.grammar?.applied || decoding.probabilities ? undefined : proposerFor(turn, decoding)
  if (!proposer) return new DirectDecoder(internals, batches, decoding)
  return new SpeculativeDecoder(internals, batches, decoding, { proposer, limitTokens: tokenLimit(turn) })
}

function proposerFor({ answers, draft, loaded, request: { sampling, overflow } }: Turn, decoding: Decoding): Proposer | undefined {
  // Policies other than `stop` may move the cells of a draft.
  const endsWhenFull = overflow === undefined || overflow.policy === 'stop'
  if (answers.length > 1 || !endsWhenFull) return undefined
  switch (sampling.speculation) {
    case 'off':
      return undefined
    case 'prompt-lookup':
      return promptLookup
    case 'draft-model':
      return (
        draft &&
        new DraftModelProposer(draft, {
          pMin: sampling.draftPMin,
          vocabularyTokens: loaded.description.vocabularyTokens,
          neverSampled: neverSampled(decoding),
        })
      )
  }
}

/** Without the internals, sequences take turns. */
const between = (contextQueue: SerialQueue, decoder: Decoder): Decoder => ({
  get usedCells() {
    return decoder.usedCells
  },
  next: (token) => contextQueue.run(() => decoder.next(token)),
  replaced: (token) => decoder.replaced(token),
  dispose: () => decoder.dispose(),
})
