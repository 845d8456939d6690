/** `/slots` of llama-server. Source: `server_slot::to_json` in tools/server/server-context.cpp, v0.4.0. */
import type { CacheSample } from '../../contract/cache/cache'

/** Leaves out `id_task`, and `params`, which would show the prompts of other clients. */
export const slotJson = ({ sequence, turnId, tokens, reusedTokens }: CacheSample, contextTokens: number) => ({
  id: sequence,
  n_ctx: contextTokens,
  speculative: false,
  is_processing: turnId !== null,
  n_prompt_tokens: tokens,
  n_prompt_tokens_processed: turnId === null ? 0 : Math.max(0, tokens - reusedTokens),
  n_prompt_tokens_cache: reusedTokens,
})
