import { type Decoder, DirectDecoder, publicDecoder } from '../decode/decoder'
import { type Decoding, neverSampled } from '../decode/token-sampler'
import { DraftModelProposer } from '../speculation/draft-proposer'
import { type Proposer, promptLookup } from '../speculation/proposer'
import { SpeculativeDecoder } from '../speculation/speculative-decoder'
import { type Turn, tokenLimit } from './turn'

export function decoderFor(turn: Turn, decoding: Decoding): Decoder {
  const { internals } = turn.context
  if (!internals) return publicDecoder(decoding)
  // Drafts do not follow a grammar.
  const proposer = decoding.grammar?.applied ? undefined : proposerFor(turn, decoding)
  if (!proposer) return new DirectDecoder(internals, decoding)
  return new SpeculativeDecoder(internals, decoding, { proposer, limitTokens: tokenLimit(turn.context) })
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
