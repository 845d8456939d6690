/**
 * llama-server. Without `post_sampling_probs`, the logarithms are those of the softmax over all logits, before any sampler; also the one of
 * the token that is generated, which a bias makes the token of the text. If that token ends inside a UTF-8 character, the answer has no
 * probabilities.
 *
 * Source: `populate_token_probs`, `process_token` and `post_completions` in llama.cpp's tools/server/server-context.cpp, v0.4.0.
 */
import { fieldsOf, listOf } from '../json-fields'
import type { ForcedDialect } from './forced-dialect'
import { logprobOf, topListFrom } from './top-list'

/** Logits are below 100. */
const certainBias = 1000

export const llamaCompletion: ForcedDialect = {
  needsWholeTokens: true,
  requests: (model, { tokens, targets }, topK) =>
    targets.map((target) => ({
      path: '/completion',
      body: {
        model,
        prompt: tokens.slice(0, target),
        n_predict: 1,
        n_probs: topK,
        post_sampling_probs: false,
        temperature: 0,
        logit_bias: [[tokens[target], certainBias]],
        cache_prompt: true,
        stream: false,
        response_fields: ['completion_probabilities'],
      },
      read: (answer) => {
        const [generated, ...more] = listOf(fieldsOf(answer).completion_probabilities).map(fieldsOf)
        if (!generated || more.length > 0) return 'other-shape'
        const top = topListFrom(
          listOf(generated.top_logprobs).map((entry) => ({ token: fieldsOf(entry).id, logprob: fieldsOf(entry).logprob })),
          topK,
        )
        if (typeof top === 'string') return top
        return [{ top, actual: generated.id === tokens[target] ? logprobOf(generated.logprob) : null }]
      },
    })),
}
