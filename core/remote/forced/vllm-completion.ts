/**
 * vLLM. One request gives the distributions at all positions of its prompt: an object from token to `{logprob, rank}`, which has the most
 * likely tokens and the token of the prompt itself. `--max-logprobs` (20 by default) limits the number.
 *
 * Source: `CompletionResponseChoice` in vllm/entrypoints/openai/completion/protocol.py and `LogprobsProcessor` in
 * vllm/v1/engine/logprobs.py.
 */
import { fieldsOf, listOf } from '../json-fields'
import type { ForcedDialect } from './forced-dialect'
import { type ForcedList, type ListProblem, logprobOf, type ReportedToken, topListFrom } from './top-list'

export const vllmCompletion: ForcedDialect = {
  needsWholeTokens: false,
  requests: (model, { tokens, targets }, topK) => [
    {
      path: '/v1/completions',
      body: { model, prompt: tokens, max_tokens: 1, temperature: 0, prompt_logprobs: topK, stream: false },
      read: (answer) => {
        const positions = listOf(fieldsOf(listOf(fieldsOf(answer).choices)[0]).prompt_logprobs)
        if (positions.length !== tokens.length) return 'other-shape'
        const lists: ForcedList[] = []
        for (const target of targets) {
          const list = listAt(fieldsOf(positions[target]), tokens[target] as number, topK)
          if (typeof list === 'string') return list
          lists.push(list)
        }
        return lists
      },
    },
  ],
}

function listAt(byToken: Readonly<Record<string, unknown>>, actual: number, topK: number): ForcedList | ListProblem {
  const reported = Object.entries(byToken).map(([token, value]) => ({
    token: /^\d+$/.test(token) ? Number(token) : null,
    logprob: fieldsOf(value).logprob,
  }))
  const own = reported.find(({ token }) => token === actual)
  if (!own) return 'other-shape'
  const top = topListFrom(reported.length > topK ? withoutLeast(reported, own) : reported, topK)
  return typeof top === 'string' ? top : { top, actual: logprobOf(own.logprob) }
}

/** The token of the prompt comes in addition if it is not one of the most likely ones. */
const withoutLeast = (reported: readonly ReportedToken[], own: ReportedToken): readonly ReportedToken[] =>
  reported.every(({ logprob }) => Number(own.logprob) <= Number(logprob)) ? reported.filter((one) => one !== own) : reported
