import type { Token } from 'node-llama-cpp'
import type { TokenLogprob } from '../../../core/contract/chat/logprobs'
import { coded } from '../../../core/contract/errors/coded-error'
import { tokenLogprob } from '../decode/token-logprob'
import { allSampled, listerOf } from '../decode/token-sampler'
import { pieceOf } from '../tokens/token-bytes'
import type { Prompt } from './prepare-prompt'
import { isStopped, logOfAll, type Turn } from './turn'

/** Limits the probabilities that are listed at once. */
const mostListed = 4_000_000
const mostTokens = 64

/** Processes the prompt as `prefill` does, and reports the logprobs of its tokens. Needs a sequence without cells. */
export async function scorePrompt(turn: Turn, { tokens, reusedTokens }: Prompt): Promise<void> {
  const { context, batches, loaded, request } = turn
  const { internals, report } = context
  if (!internals || !batches) throw coded('api-field-refused', { field: 'logprobs', reason: { kind: 'not-supported' } })
  if (reusedTokens > 0) throw new Error('Tokens that are in the cache already have no logits')
  const state = internals.sequence(turn.answers[0].sequence)
  const log = logOfAll(turn)
  const pieces = (token: Token) => pieceOf(loaded.model, token)
  const likely = (token: Token, listed: readonly number[]): TokenLogprob => tokenLogprob(token, listed, request.topLogprobs ?? 0, pieces)
  const size = Math.max(1, Math.min(mostTokens, report.batchTokens, Math.floor(mostListed / loaded.description.vocabularyTokens)))
  const lister = listerOf(internals)
  try {
    const [first] = tokens
    if (first !== undefined) log.likely(likely(first, [first, 1]))
    for (let from = 0; from < tokens.length - 1 && !isStopped(turn); from = state.position) {
      const slice = tokens.slice(from, Math.min(from + size, tokens.length - 1))
      const listed = await batches.each(state, slice, (logits) => allSampled([...logits].map((logit) => lister.list(logit))))
      for (const [at, probabilities] of listed.entries()) log.likely(likely(tokens[from + at + 1] as Token, probabilities))
      log.processed(state.position, state.position)
    }
  } finally {
    lister.dispose()
  }
}
