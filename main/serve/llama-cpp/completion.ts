import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { type CompletionOptions, CompletionStream, completionBodies } from '../../../core/serve/llama-cpp/answer'
import { promptOf } from '../../../core/serve/llama-cpp/prompt-of'
import { type Completion, readCompletion } from '../../../core/serve/llama-cpp/read-completion'
import { llamaRefused } from '../../../core/serve/llama-cpp/refused'
import { settingsJson } from '../../../core/serve/llama-cpp/settings-json'
import type { ServedRequest } from '../../../core/serve/served-request'
import { collect } from '../collect'
import { json, type Reply, sse, sseData } from '../reply'
import type { Call } from '../routes'
import type { ServeService } from '../serve-service'
import { answerInField, inField } from '../token-field'

interface Job {
  readonly request: ServedRequest
  readonly options: CompletionOptions
}

export async function completion({ body, client, signal }: Call, service: ServeService): Promise<Reply> {
  const read = readCompletion(body, client, service.models()[0]?.contextTokens ?? 0)
  const jobs = await jobsOf(read, service)
  if (read.stream) return sse(streamed(jobs, service, signal), (refusal) => sseData(llamaRefused(refusal)))
  const all = (await answersOf(jobs, service, signal)).flat()
  return json(read.isList ? all : all[0])
}

/** If one fails, the others stop: the client gets the failure only. */
async function answersOf(jobs: readonly Job[], service: ServeService, signal: AbortSignal) {
  const failed = new AbortController()
  const over = AbortSignal.any([signal, failed.signal])
  try {
    return await Promise.all(
      jobs.map(async ({ request, options }) =>
        completionBodies(await collect(answerInField('prompt', service.answer(request, over))), options),
      ),
    )
  } catch (error) {
    failed.abort()
    throw error
  }
}

/** One after the other, so each chunk belongs to the answer that its `index` names. */
async function* streamed(jobs: readonly Job[], service: ServeService, signal: AbortSignal): AsyncIterable<string> {
  for (const { request, options } of jobs) {
    const stream = new CompletionStream(options, () => performance.now())
    for await (const event of answerInField('prompt', service.answer(request, signal)))
      for (const chunk of stream.push(event)) yield sseData(chunk)
  }
}

async function jobsOf({ prompts, request, ...flags }: Completion, service: ServeService): Promise<Job[]> {
  const model = service.model(request.model)
  const sampling = { ...service.sampling(), ...request.sampling }
  const settings = settingsJson(sampling, { ...flags, logitBias: await biasesOf(sampling, service) })
  return Promise.all(
    prompts.map(async (sent, index) => {
      const { prompt, text } = await promptOf(
        sent,
        (piece, addSpecial) => service.tokenize(piece, { addSpecial, parseSpecial: true }),
        (tokens) => inField('prompt', service.detokenize(tokens)),
      )
      const options = { ...flags, model: model.id, prompt: text, index: index * request.answers, settings }
      return { request: { ...request, prompt }, options }
    }),
  )
}

/** As llama-server lists them: `ignore_eos` forbids the tokens that end an answer. */
export async function biasesOf({ logitBias, ignoreEndOfText }: SamplingSettings, service: ServeService) {
  const biases = logitBias.map(async ({ token, bias }) => {
    const tokens = typeof token === 'number' ? [token] : await service.tokenize(token, { addSpecial: false, parseSpecial: false })
    return tokens.map((one) => ({ bias, token: one }))
  })
  const ends = ignoreEndOfText ? await service.endTokens() : []
  return [...(await Promise.all(biases)).flat(), ...ends.map((token) => ({ bias: Number.NEGATIVE_INFINITY, token }))]
}
