import { describe, expect, it } from 'vitest'
import { failureOf } from '../contract/errors/coded-error'
import { describeFailure } from '../copy/failures'
import { Random } from '../grammar/testing/random'
import { OllamaReader } from './chat/ollama-reader'
import { OpenAiReader } from './chat/openai-reader'
import type { ChatReader } from './chat/reader'
import { llamaFacts, lmStudioFacts, modelEntries, ollamaFacts, openAiFacts, sglangFacts, vllmFacts } from './facts/server-answers'
import { type Figure, figureValue, type Reported } from './figure'
import { refusalOf, streamError } from './refusal'
import type { ServerFacts, ServerKind } from './server-facts'
import type { ServerReading } from './status/reading'
import { statusFrom } from './status/status-from'
import type { StreamEvent } from './stream-events'
import { mutated, mutatedText } from './testing/random-json'

/** `HEADROOM_RANDOM_ANSWERS=100000 npm test -- unit core/remote/random-answers.test.ts` tries more. */
const tried = Number(process.env.HEADROOM_RANDOM_ANSWERS ?? 1_000)

const isCount = (value: number | null): boolean => value === null || (Number.isSafeInteger(value) && value >= 0)
const isAmount = (value: number | null): boolean => value === null || (Number.isFinite(value) && value >= 0)

const chunk = {
  choices: [
    {
      index: 0,
      delta: {
        content: 'a',
        reasoning_content: 'b',
        tool_calls: [{ index: 0, id: 'c', function: { name: 'add', arguments: '{}' } }],
      },
      logprobs: { content: [{ token: 'a', logprob: -0.5, top_logprobs: [{ token: 'b', logprob: -2 }] }] },
      finish_reason: 'stop',
    },
  ],
  usage: {
    prompt_tokens: 10,
    completion_tokens: 2,
    prompt_tokens_details: { cached_tokens: 8 },
    completion_tokens_details: { reasoning_tokens: 1 },
  },
  timings: { cache_n: 8, prompt_n: 2, prompt_ms: 5, predicted_n: 2, predicted_ms: 3, draft_n: 4, draft_n_accepted: 2 },
  prompt_progress: { total: 10, cache: 8, processed: 9, time_ms: 1 },
}
const line = {
  message: { content: 'a', thinking: 'b', tool_calls: [{ id: 'c', function: { name: 'add', arguments: { a: 1 } } }] },
  done: true,
  done_reason: 'stop',
  prompt_eval_count: 10,
  prompt_eval_cached_count: 8,
  eval_count: 2,
  prompt_eval_duration: 5,
  eval_duration: 3,
}

describe('a reader of random pieces of an answer', () => {
  it.each<[string, unknown, () => ChatReader]>([
    ['OpenAI', chunk, () => new OpenAiReader()],
    ['Ollama', line, () => new OllamaReader()],
  ])('gives well-formed events in the form of %s', (_name, sample, reader) => {
    const random = new Random(1)
    let events = 0
    for (let count = 0; count < tried; count++) {
      const value = mutated(sample, random)
      for (const event of reader().read(value, 5)) {
        events++
        expect(problemOf(event), JSON.stringify([value, event])).toBeNull()
      }
    }
    expect(events).toBeGreaterThan(tried)
  })
})

function problemOf(event: StreamEvent): string | null {
  if (event.atMs !== 5) return 'time'
  switch (event.type) {
    case 'text':
    case 'reasoning':
      return typeof event.text === 'string' && event.text !== '' ? null : 'text'
    case 'tool-call':
      return isCount(event.index) && typeof event.arguments === 'string' ? null : 'call'
    case 'progress':
      return event.cached <= event.total && event.processed <= event.total ? null : 'progress'
    case 'logprobs':
      return event.tokens.every(({ logprob, alternatives }) =>
        [logprob, ...alternatives.map((one) => one.logprob)].every((one) => one <= 0),
      )
        ? null
        : 'logprobs'
    case 'usage': {
      const { promptMs, outputMs, ...counts } = event.usage
      const areCounts = Object.values(counts).every((one: Reported | null) => isCount(one?.value ?? null))
      return areCounts && [promptMs, outputMs].every((one) => isAmount(one?.value ?? null)) ? null : 'usage'
    }
    case 'finish':
      return null
  }
}

const entry = { id: 'tiny', owned_by: 'vllm', max_model_len: 10, meta: { n_ctx: 10 }, status: { value: 'loaded' } }
const props = {
  build_info: 'b1',
  default_generation_settings: { n_ctx: 10 },
  total_slots: 2,
  role: 'router',
  chat_template: 'x',
  chat_template_caps: { supports_tools: true },
  modalities: { vision: true },
  endpoint_slots: true,
  endpoint_metrics: true,
}
const info = { version: '1', internal_states: [{}], max_total_num_tokens: 10, max_running_requests: 3, enable_metrics: true }
const native = { models: [{ key: 'tiny', type: 'llm', loaded_instances: [{ config: { context_length: 10 } }] }] }

it('Facts of random answers have known kinds, names, and lengths above zero', () => {
  const random = new Random(2)
  let found = 0
  for (let count = 0; count < tried; count++) {
    const entries = modelEntries(mutated({ data: [entry, entry] }, random)) ?? []
    const all = [
      openAiFacts(entries),
      llamaFacts(mutated(props, random), entries),
      vllmFacts(mutated({ version: '1' }, random), entries, random.chance(0.5)),
      sglangFacts(mutated(info, random), entries, mutated({ has_image_understanding: true }, random)),
      ollamaFacts(
        mutated({ version: '1' }, random),
        mutated({ models: [{ name: 'a' }] }, random),
        mutated({ models: [{ name: 'a', context_length: 10 }] }, random),
      ),
      lmStudioFacts(mutated(native, random)),
      lmStudioFacts(mutated({ data: [{ id: 'a', state: 'loaded', loaded_context_length: 10 }] }, random)),
    ]
    for (const facts of all)
      if (facts) {
        found++
        expect(isWellFormed(facts), JSON.stringify(facts)).toBe(true)
      }
  }
  expect(found).toBeGreaterThan(tried)
})

function isWellFormed({ models, slots, version, chatTemplate, abilities }: ServerFacts): boolean {
  const isLength = (value: number | null) => value === null || (Number.isSafeInteger(value) && value > 0)
  const isText = (value: unknown) => value === null || (typeof value === 'string' && value !== '')
  const isFlag = (value: unknown) => value === null || typeof value === 'boolean'
  return (
    models.every(({ id, contextTokens }) => isText(id) && id !== null && isLength(contextTokens)) &&
    isLength(slots) &&
    isText(version) &&
    isText(chatTemplate) &&
    Object.values(abilities).every(isFlag)
  )
}

const pages: Readonly<Partial<Record<ServerKind, string>>> = {
  'llama-server': [
    'llamacpp:requests_processing 1',
    'llamacpp:requests_deferred 2',
    'llamacpp:tokens_predicted_total 1e+06',
    'llamacpp:prompt_tokens_total 100',
    'llamacpp:prompt_tokens_cached_total 300',
  ].join('\n'),
  vllm: [
    'vllm:kv_cache_usage_perc{engine="0"} 0.5',
    'vllm:num_requests_running{engine="0"} 2.0',
    'vllm:prefix_cache_queries_total{engine="0"} 100.0',
    'vllm:prefix_cache_hits_total{engine="0"} 50.0',
    'vllm:generation_tokens_total{engine="0"} 500.0',
    'vllm:num_preemptions_total{engine="0"} 1.0',
    'vllm:cache_config_info{block_size="16",num_gpu_blocks="10"} 1.0',
    'process_start_time_seconds 1.7e9',
  ].join('\n'),
  sglang: [
    'sglang:token_usage{tp_rank="0"} 0.5',
    'sglang:num_used_tokens 5',
    'sglang:max_total_num_tokens 10',
    'sglang:cache_hit_rate 0.5',
    'sglang:gen_throughput 5.5',
    'sglang:num_retracted_requests_total 0',
  ].join('\n'),
}
const slots = [
  { id: 0, n_ctx: 10, is_processing: false },
  { id: 1, n_ctx: 10, is_processing: true, id_task: 1, n_prompt_tokens: 5, n_prompt_tokens_cache: 4, next_token: [{ n_decoded: 3 }] },
]

it.each(['llama-server', 'vllm', 'sglang'] as const)(
  'Figures of random answers of %s are numbers that can be, or have a reason',
  (kind) => {
    const random = new Random(3)
    let before: ServerReading | null = null
    let shown = 0
    for (let count = 0; count < tried; count++) {
      const answers = {
        atMs: count * 1000,
        startedAt: random.chance(0.1) ? random.below(3) : null,
        metrics: random.chance(0.1) ? ('not-read' as const) : [mutatedText(pages[kind] ?? '', random)],
        slots: random.chance(0.1) ? ('switched-off' as const) : [mutated(slots, random)],
      }
      const reading: ServerReading = statusFrom(kind, answers, before)
      before = reading
      const { occupancy, usedTokens, totalTokens, running, waiting, prefixHits, preemptions, generatedPerSecond } = reading.status
      const detail = JSON.stringify([answers, reading.status])
      for (const figure of [usedTokens, totalTokens, running, waiting, preemptions]) expect(isCount(figureValue(figure)), detail).toBe(true)
      for (const figure of [occupancy, prefixHits])
        expect((figureValue(figure) ?? 0) <= 1 && isAmount(figureValue(figure)), detail).toBe(true)
      expect(isAmount(figureValue(generatedPerSecond)), detail).toBe(true)
      const figures: Figure[] = [occupancy, usedTokens, totalTokens, running, waiting, prefixHits, preemptions, generatedPerSecond]
      shown += figures.filter((figure) => figure.kind !== 'none').length
      for (const slot of reading.status.slots ?? [])
        expect([slot.promptTokens, slot.cachedTokens, slot.decodedTokens, slot.contextTokens].every(isCount), detail).toBe(true)
    }
    // Most figures survive small changes to the answers.
    expect(shown).toBeGreaterThan(tried)
  },
)

it('A random refusal becomes an error with a whole sentence and without the key', () => {
  const random = new Random(4)
  const key = 'sk-1'
  const bodies = [
    { error: { message: `no ${key}`, type: 'exceed_context_size_error', n_prompt_tokens: 9, n_ctx: 8, code: 400 } },
    { error: 'model tiny not found' },
    { message: "This model's maximum context length is 8 tokens.", code: 'context_length_exceeded' },
    { detail: [{ msg: key }] },
  ]
  for (let count = 0; count < tried; count++) {
    const text = JSON.stringify(mutated(random.one(bodies), random))
    const body = random.chance(0.2) ? text.slice(0, random.below(text.length)) : text
    const status = random.one([400, 401, 404, 422, 429, 500, 503, 302, null])
    const failure = failureOf(refusalOf({ url: 'http://host:1/v1', status, body, key, model: random.one(['tiny', null]) }))
    expect(failure, body).toBeDefined()
    if (!failure) continue
    expect(JSON.stringify(failure), body).not.toContain(key)
    expect(describeFailure(failure), body).toMatch(/[.!?]$/)
  }
  expect(streamError(null)).toBeNull()
})
