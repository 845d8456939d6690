import { coded, failureOf } from '../../core/contract/errors/coded-error'
import {
  llamaFacts,
  lmStudioFacts,
  modelEntries,
  ollamaFacts,
  openAiFacts,
  saysWhatItOffers,
  sglangFacts,
  vllmFacts,
  withOllamaAbilities,
} from '../../core/remote/facts/server-answers'
import type { Fields } from '../../core/remote/json-fields'
import { namesServer } from '../../core/remote/metric-names'
import type { ServerAbilities, ServerAddress, ServerFacts } from '../../core/remote/server-facts'
import type { Network } from '../library/network/network'
import { routedPath } from './api-url'
import { askJson } from './ask-json'
import { optional, parsedJson, questionLimits, readText, type TextAnswer } from './read-json'

type KnownKind = 'llama-server' | 'ollama' | 'lm-studio' | 'vllm' | 'sglang'

/** What each kind writes as the owner of its models. It decides only who is asked first. */
const owners: Readonly<Record<string, KnownKind>> = {
  llamacpp: 'llama-server',
  vllm: 'vllm',
  sglang: 'sglang',
  library: 'ollama',
  organization_owner: 'lm-studio',
}

/** SGLang also answers some of Ollama's questions. */
const usualOrder: readonly KnownKind[] = ['llama-server', 'lm-studio', 'vllm', 'sglang', 'ollama']

/** Asks a server what it is, with a few small questions, one after the other. */
export async function discover(network: Network, address: ServerAddress, signal: AbortSignal): Promise<ServerFacts> {
  const server = new Questions(network, address, signal)
  const list = await server.modelList()
  const first = list.entries?.map(({ owned_by: owner }) => owners[String(owner)]).find((kind) => kind !== undefined)
  const kinds = first ? [first, ...usualOrder.filter((kind) => kind !== first)] : usualOrder
  for (const kind of kinds) {
    const facts = await recognize(kind, server, list.entries ?? [])
    if (facts) return facts
  }
  if (list.entries) return openAiFacts(list.entries)
  throw list.failure
}

/** Ollama reports what a model can do for one model at a time only. */
export async function withModelAbilities(
  network: Network,
  address: ServerAddress,
  facts: ServerFacts,
  model: string,
  signal: AbortSignal,
): Promise<ServerFacts> {
  if (facts.kind !== 'ollama') return facts
  const question = { path: '/api/show', body: { model }, model, limits: questionLimits }
  const shown = await optional(askJson(network, address, question, signal), signal)
  return withOllamaAbilities(facts, shown?.value)
}

type ModelList =
  | { readonly entries: readonly Fields[]; readonly failure?: undefined }
  | { readonly entries?: undefined; readonly failure: Error }

async function recognize(kind: KnownKind, server: Questions, entries: readonly Fields[]): Promise<ServerFacts | undefined> {
  switch (kind) {
    case 'llama-server':
      return recognizeLlama(server, entries)
    case 'lm-studio':
      return lmStudioFacts(await server.json('/api/v1/models')) ?? lmStudioFacts(await server.json('/api/v0/models'))
    case 'vllm': {
      const metrics = await server.hasMetrics('vllm')
      const facts = vllmFacts(null, entries, metrics)
      return facts && vllmFacts(await server.json('/version'), entries, metrics)
    }
    case 'sglang': {
      const newer = await server.json('/server_info')
      const info = sglangFacts(newer, entries, null) ? newer : await server.json('/get_server_info')
      if (!sglangFacts(info, entries, null)) return undefined
      return sglangFacts(info, entries, (await server.json('/model_info')) ?? (await server.json('/get_model_info')))
    }
    case 'ollama': {
      const version = await server.json('/api/version')
      return version === undefined ? undefined : ollamaFacts(version, await server.json('/api/tags'), await server.json('/api/ps'))
    }
  }
}

async function recognizeLlama(server: Questions, entries: readonly Fields[]): Promise<ServerFacts | undefined> {
  const props = await server.json('/props')
  const facts = llamaFacts(props, entries)
  if (!facts) return undefined
  if (facts.isRouter) {
    const loaded = facts.models.find(({ state }) => state === 'loaded')
    const child = loaded && llamaFacts(await server.json(routedPath('/props', loaded.id)), [])
    return child ? withOffers(facts, child.abilities) : facts
  }
  if (saysWhatItOffers(props)) return facts
  return withOffers(facts, { metrics: await server.hasMetrics('llama-server'), slots: Array.isArray(await server.json('/slots')) })
}

const withOffers = (facts: ServerFacts, { metrics, slots }: Pick<ServerAbilities, 'metrics' | 'slots'>): ServerFacts => ({
  ...facts,
  abilities: { ...facts.abilities, metrics, slots },
})

class Questions {
  private metrics: Promise<TextAnswer | undefined> | undefined

  constructor(
    private readonly network: Network,
    private readonly address: ServerAddress,
    private readonly signal: AbortSignal,
  ) {}

  /** Every kind has this list. Without it, an older Ollama may still answer. */
  async modelList(): Promise<ModelList> {
    try {
      const { url, text } = await readText(this.network, this.address, '/v1/models', this.signal)
      const value = parsedJson(text)
      const entries = modelEntries(value)
      return entries ? { entries } : { failure: coded('server-not-recognized', { url, answer: answerKind(text, value) }) }
    } catch (error) {
      const code = failureOf(error)?.code
      if (code === 'server-path-wrong' || code === 'server-refused' || code === 'server-failed') return { failure: error as Error }
      throw error
    }
  }

  async json(path: string): Promise<unknown> {
    const answer = await optional(readText(this.network, this.address, path, this.signal), this.signal)
    return answer && parsedJson(answer.text)
  }

  async hasMetrics(kind: 'vllm' | 'sglang' | 'llama-server'): Promise<boolean> {
    this.metrics ??= optional(readText(this.network, this.address, '/metrics', this.signal), this.signal)
    const page = await this.metrics
    return page !== undefined && namesServer(page.text, kind)
  }
}

function answerKind(text: string, value: unknown): 'web-page' | 'json' | 'text' | 'nothing' {
  if (text.trim() === '') return 'nothing'
  if (value !== undefined) return 'json'
  return /^\s*<(?:!doctype|html|\?xml)/i.test(text) ? 'web-page' : 'text'
}
