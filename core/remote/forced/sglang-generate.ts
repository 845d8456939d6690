/**
 * SGLang. One request gives the distributions at all positions of its prompt, as lists of `[logprob, token, text]`; the first position has
 * none.
 *
 * Source: `add_logprob_to_meta_info` in sglang/srt/managers/tokenizer_manager.py and `GenerateReqInput` in io_struct.py, 0.5.23. Not tried
 * on a running server.
 */
import { fieldsOf, listOf } from '../json-fields'
import type { ForcedDialect } from './forced-dialect'
import { type ForcedList, type ListProblem, logprobOf, topListFrom } from './top-list'

export const sglangGenerate: ForcedDialect = {
  needsWholeTokens: false,
  requests: (_model, { tokens, targets }, topK) => [
    {
      path: '/generate',
      body: {
        input_ids: tokens,
        sampling_params: { max_new_tokens: 1, temperature: 0 },
        return_logprob: true,
        logprob_start_len: 0,
        top_logprobs_num: topK,
        stream: false,
      },
      read: (answer) => {
        const { input_token_logprobs: own, input_top_logprobs: tops } = fieldsOf(fieldsOf(answer).meta_info)
        const [owns, lists] = [listOf(own), listOf(tops)]
        if (owns.length !== tokens.length || lists.length !== tokens.length) return 'other-shape'
        const found: ForcedList[] = []
        for (const target of targets) {
          const list = listAt(listOf(owns[target]), listOf(lists[target]), tokens[target] as number, topK)
          if (typeof list === 'string') return list
          found.push(list)
        }
        return found
      },
    },
  ],
}

function listAt(own: readonly unknown[], entries: readonly unknown[], actual: number, topK: number): ForcedList | ListProblem {
  const [logprob, token] = own
  if (token !== actual) return 'other-shape'
  const top = topListFrom(
    entries.map(listOf).map(([each, id]) => ({ token: id, logprob: each })),
    topK,
  )
  return typeof top === 'string' ? top : { top, actual: logprobOf(logprob) }
}
