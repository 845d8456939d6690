/** A service without an engine: answers are given, so tests of dialects know every token. */
import type { TierUse } from '../../../core/contract/cache/prefixes'
import type { CodedError } from '../../../core/contract/errors/coded-error'
import { coded } from '../../../core/contract/errors/coded-error'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import type { EmbeddingsRequest } from '../../../core/serve/embeddings'
import { fieldRefused } from '../../../core/serve/refusal'
import type { ServedEvent } from '../../../core/serve/served-event'
import type { ServedRequest } from '../../../core/serve/served-request'
import { madeAbilities } from '../../../core/serve/testing/made-events'
import { Emitter } from '../../../core/streams/emitter'
import type { ServedModel, ServedTurn, ServeNews, ServeService } from '../serve-service'

export type Given = readonly (ServedEvent | CodedError | 'until-abort')[]

export class MadeService implements ServeService {
  readonly version = '0.1.0'
  readonly startedAtMs = 0
  readonly news = new Emitter<ServeNews>()
  readonly requests: ServedRequest[] = []
  /** Requests whose client went away. */
  readonly gone = new Emitter<ServedRequest>()

  constructor(
    private readonly path: string,
    public given: Given = [],
  ) {}

  models(): ServedModel[] {
    return [madeModel(this.path)]
  }

  model(): ServedModel {
    return madeModel(this.path)
  }

  modelNamed(id: string): ServedModel {
    if (id !== 'pocket') throw coded('api-model-unknown', { model: id })
    return madeModel(this.path)
  }

  sampling() {
    return { ...defaultSampling, temperature: 0.5 }
  }

  build(): string {
    return 'b0.4.0-headroom-0.1.0'
  }

  async *answer(request: ServedRequest, signal: AbortSignal): AsyncGenerator<ServedEvent> {
    this.requests.push(request)
    const turn: ServedTurn = {
      id: String(this.requests.length),
      conversationId: 'api-1',
      request,
      remedies: [],
      model: madeModel(this.path),
      receivedAtMs: 0,
    }
    this.news.emit({ type: 'received', turn })
    for (const event of this.given) {
      if (event === 'until-abort') {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        this.gone.emit(request)
        return
      }
      if (event instanceof Error) throw event
      this.news.emit({ type: 'event', turn, event, atMs: 0 })
      yield event
    }
    this.news.emit({ type: 'ended', turn, failure: null, gone: false, atMs: 0 })
  }

  async render() {
    return { text: '', tokens: [] }
  }

  /** One token per character. */
  async countPrompt(prompt: ServedRequest['prompt']): Promise<number> {
    if (prompt.kind === 'tokens') return prompt.tokens.length
    return prompt.kind === 'text' ? prompt.text.length : prompt.messages.reduce((sum, { text }) => sum + text.length, 0)
  }

  /** One token per character, and 1 as BOS. */
  async tokenize(text: string, { addSpecial }: { readonly addSpecial: boolean }): Promise<number[]> {
    return [...(addSpecial ? [1] : []), ...[...text].map((character) => character.codePointAt(0) as number)]
  }

  async detokenize(tokens: readonly number[]): Promise<string> {
    return tokens.map((token) => (token === 1 ? '' : String.fromCodePoint(token))).join('')
  }

  /** Tokens from 128 to 255 are bytes. */
  async pieces(tokens: readonly number[]) {
    return Promise.all(tokens.map(async (token) => (token >= 128 && token < 256 ? [token] : this.detokenize([token]))))
  }

  async endTokens() {
    return [2, 3]
  }

  async decodes() {
    return { calls: 8, busySequences: 12 }
  }

  /** Two dimensions, one token per character. A text of more than 4,096 tokens is too long. */
  async embed({ inputs, dimensions }: EmbeddingsRequest) {
    const counts = inputs.map((input) => ('text' in input ? input.text : input.tokens).length)
    const promptTokens = counts.reduce((sum, count) => sum + count, 0)
    if (promptTokens > 4096) throw coded('api-input-too-long', { promptTokens, contextTokens: 4096 })
    if (dimensions !== null && dimensions !== 2) throw fieldRefused('dimensions', { kind: 'value-not-supported' })
    this.news.emit({ type: 'embedded', promptTokens, ms: 500 })
    return { vectors: counts.map((count) => [Math.fround(1 / count), Math.fround(Math.sqrt(1 - 1 / count ** 2))]), promptTokens }
  }

  async slots() {
    return []
  }

  async tiers(): Promise<TierUse[]> {
    return [
      { tier: 'cells', usedBytes: 600, budgetBytes: 1000, privateBytes: 0, cells: { used: 60, total: 8192, sequences: 2 } },
      { tier: 'disk', usedBytes: 5000, budgetBytes: 9000, privateBytes: 0, cells: null },
    ]
  }

  queue() {
    return { running: 0, waiting: 0, limit: 8 }
  }
}

export const madeModel = (path: string): ServedModel => ({
  id: 'pocket',
  path,
  loaded: {
    path,
    description: 'test',
    parameters: 1000,
    vocabularyTokens: 100,
    trainedTokens: 4096,
    weightBytes: { ram: 1000, vram: 0 },
    gpuLayers: 0,
    chatTemplate: { source: 'fallback', name: 'ChatML', abilities: madeAbilities },
    loadMs: 1,
  },
  sizeBytes: 1000,
  contextTokens: 4096,
  sequences: 2,
  loadedAtMs: 0,
})
