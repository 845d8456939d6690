/**
 * A model of 64 tokens whose distributions a test knows whole, behind the requests of llama-server, vLLM and SGLang as their sources define
 * them. A token is a character; `noise` changes its predictions a little, as another type of the cache would.
 */
import type { ForcedList } from '../../../core/remote/forced/top-list'
import { json, type LyingServer, type Reply, type SeenRequest } from '../../remote/testing/lying-server'
import { llamaServer, sglang, vllm } from '../../remote/testing/server-answers'

export const vocabulary = 64
/** BOS. */
const begin = 63
const characters = 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ.,é'

export const tokensOf = (text: string): number[] => [...text].map((character) => Math.max(0, characters.indexOf(character)))

/** Log probabilities of the token after `context`. */
export function predicted(context: readonly number[], noise: number): number[] {
  const seed = context.slice(-3).reduce((sum, token, at) => sum + token * (at + 1) * 7, context.length)
  const logits = Array.from(
    { length: vocabulary },
    (_, token) => 8 * Math.sin(seed * 1.7 + token * 2.3) + noise * Math.sin(seed * 3.1 + token * 5.9),
  )
  const log = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit), 0))
  return logits.map((logit) => logit - log)
}

export function topOf(context: readonly number[], actual: number, noise: number, topK: number): ForcedList {
  const logprobs = predicted(context, noise)
  const sorted = logprobs.map((logprob, token) => ({ token, logprob })).sort((left, right) => right.logprob - left.logprob)
  return { top: sorted.slice(0, topK), actual: logprobs[actual] as number }
}

type Body = Readonly<Record<string, unknown>>
const bodyOf = ({ body }: SeenRequest): Body => JSON.parse(body) as Body
const answering =
  (answer: (body: Body) => unknown): Reply =>
  (response, request) =>
    json(answer(bodyOf(request)))(response, request)

/** llama-server cannot give a distribution if the generated token is half of a character; here, é stands for such a token. */
export const madeLlamaServer = (noise: number): Record<string, Reply> => ({
  ...llamaServer(),
  '/tokenize': answering((body) => {
    const tokens = [...(body.add_special ? [begin] : []), ...tokensOf(String(body.content))]
    return { tokens: body.with_pieces ? tokens.map((id) => ({ id, piece: characters[id] === 'é' ? [195] : 'x' })) : tokens }
  }),
  '/completion': answering((body) => {
    const [[forced] = []] = body.logit_bias as number[][]
    if (forced === undefined || characters[forced] === 'é') return {}
    const { top, actual } = topOf(body.prompt as number[], forced, noise, body.n_probs as number)
    const entry = (id: number, logprob: number | null) => ({ id, token: 'x', bytes: [120], logprob })
    return {
      completion_probabilities: [{ ...entry(forced, actual), top_logprobs: top.map(({ token, logprob }) => entry(token, logprob)) }],
    }
  }),
})

const madeTokenize = answering((body) => {
  const tokens = [...(body.add_special_tokens ? [begin] : []), ...tokensOf(String(body.prompt))]
  return { count: tokens.length, max_model_len: 8192, tokens }
})

/** The lists at every position of a prompt but the first. */
const listsOf = (tokens: readonly number[], noise: number, topK: number): ForcedList[] =>
  tokens.slice(1).map((token, at) => topOf(tokens.slice(0, at + 1), token, noise, topK))

export const madeVllm = (noise: number): Record<string, Reply> => ({
  ...vllm(),
  '/tokenize': madeTokenize,
  '/v1/completions': answering((body) => {
    const tokens = body.prompt as number[]
    const at = (list: ForcedList, actual: number) =>
      Object.fromEntries([
        [`${actual}`, { logprob: list.actual, rank: rankOf(list, actual), decoded_token: 'x' }],
        ...list.top.map(({ token, logprob }, index) => [`${token}`, { logprob, rank: index + 1, decoded_token: 'x' }]),
      ])
    const lists = listsOf(tokens, noise, body.prompt_logprobs as number)
    return {
      choices: [{ index: 0, text: 'x', prompt_logprobs: [null, ...lists.map((list, index) => at(list, tokens[index + 1] as number))] }],
    }
  }),
})

const rankOf = ({ top }: ForcedList, actual: number): number => {
  const index = top.findIndex(({ token }) => token === actual)
  return index < 0 ? top.length + 1 : index + 1
}

export const madeSglang = (noise: number): Record<string, Reply> => ({
  ...sglang(),
  '/tokenize': madeTokenize,
  '/generate': answering((body) => {
    const tokens = body.input_ids as number[]
    const lists = listsOf(tokens, noise, body.top_logprobs_num as number)
    return {
      text: 'x',
      meta_info: {
        input_token_logprobs: [[null, tokens[0], null], ...lists.map(({ actual }, at) => [actual, tokens[at + 1], null])],
        input_top_logprobs: [null, ...lists.map(({ top }) => top.map(({ token, logprob }) => [logprob, token, null]))],
      },
    }
  }),
})

export const forcedPaths = ['/completion', '/v1/completions', '/generate']

/** The prompts that a server continued. */
export const promptsOf = ({ requests }: LyingServer): number[][] =>
  requests
    .filter(({ path }) => forcedPaths.includes(path))
    .map((request) => {
      const { prompt, input_ids: inputs } = bodyOf(request)
      return (prompt ?? inputs) as number[]
    })
