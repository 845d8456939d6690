/**
 * How each request of the API server ended, and why its prompt was processed again. Keeps the figures of the newest 2,000 requests, and the
 * prompts and answers of the newest 200, in memory. `StoredRequests` also stores these 200 if the user wants it. Of requests that were refused
 * before the engine got them, the ledger keeps the newest 100.
 *
 *   received ── prefill ── text … ── finish: reads what the sequence holds, before the server forgets it ── ended
 */
import type { HeldPrompt } from '../../../core/contract/cache/held-prompt'
import { coded } from '../../../core/contract/errors/coded-error'
import { mostRefused, mostRequests } from '../../../core/contract/requests/request-limits'
import type {
  LedgerUpdate,
  PromptPart,
  RequestBody,
  RequestExplanation,
  RequestRecord,
  Simulation,
} from '../../../core/contract/requests/requests'
import type { ExportedFile } from '../../../core/contract/wire/exported-file'
import { explainRequest } from '../../../core/requests/explain-request'
import { whatWouldHelp } from '../../../core/requests/simulate/what-would-help'
import type { TracedRequest, TracedSegment } from '../../../core/requests/traced-request'
import type { ServedEvent, ServedFinish } from '../../../core/serve/served-event'
import { Changes } from '../../../core/streams/changes'
import type { Emitter } from '../../../core/streams/emitter'
import type { ServedTurn, ServeNews } from '../../serve/serve-service'
import { type Body, KeptBodies } from './kept-bodies'
import { failed, finished, received, refused, withoutTexts } from './record-of'
import type { StoredRequests } from './stored-requests'
import { type CellsOf, tracedTurn } from './traced-turn'

export interface LedgerParts {
  /** What the sequence of the turn holds. null if another conversation has it already. */
  readonly heldPrompt: (turn: ServedTurn) => Promise<HeldPrompt | null>
  readonly cellsOf: (turn: ServedTurn) => CellsOf
  readonly stored?: Pick<StoredRequests, 'read' | 'add' | 'remove' | 'removeAll'>
}

interface Entry {
  record: RequestRecord
  /** When the record changed, in the order of all changes. */
  change: number
  isTraced: boolean
  /** Also true if there is nothing to explain. */
  isExplained: boolean
}

export class RequestLedger {
  private readonly entries = new Map<string, Entry>()
  private readonly bodies = new KeptBodies()
  private readonly changes = new Changes()
  private lastNumber = 0
  private lastChange = 0
  private oldestNumber = 1
  private refusals = 0
  /** Traces are read one after the other, so each is compared with all earlier ones. */
  private work: Promise<void> = Promise.resolve()
  private isRestored = false

  constructor(private readonly parts: LedgerParts) {}

  follow(news: Emitter<ServeNews>): () => void {
    return news.listen((item) => this.take(item))
  }

  /** Resolves when every finished request has been explained. */
  get explained(): Promise<void> {
    return this.work
  }

  get records(): readonly RequestRecord[] {
    this.restore()
    return [...this.entries.values()].map(({ record }) => record)
  }

  /** The first item has all records, and each further one those that changed. */
  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<LedgerUpdate> {
    this.restore()
    let seen = 0
    return this.changes.reader(
      () => {
        const records = [...this.entries.values()].filter(({ change }) => change > seen).map(({ record }) => record)
        seen = this.lastChange
        return { records, oldestNumber: this.oldestNumber, bodies: { count: this.bodies.count, bytes: this.bodies.bytes } }
      },
      everyMs,
      signal,
    )
  }

  /** Requests that have ended and are explained, the oldest first: first the kept ones, then each new one until `signal` aborts. */
  async *settled(signal: AbortSignal): AsyncGenerator<RequestRecord, void, void> {
    const told = new Map<string, number>()
    const read = this.reader(0, signal)
    while (!signal.aborted) {
      for (const { id, number } of (await read()).records) {
        const entry = this.entries.get(id)
        if (!entry || told.get(id) === number || entry.record.endedAtMs === null || (entry.isTraced && !entry.isExplained)) continue
        told.set(id, number)
        yield entry.record
      }
      for (const id of told.keys()) if (!this.entries.has(id)) told.delete(id)
    }
  }

  /** Throws `request-not-kept`. */
  body(id: string): RequestBody {
    const kept = this.bodies.get(id)
    if (!kept) throw coded('request-not-kept', {})
    const { request, explanation, gapsMs } = kept
    const compared = explanation.comparedId === null ? undefined : this.bodies.get(explanation.comparedId)?.request
    return {
      prompt: partsOf(request.segments),
      answer: partsOf(request.answerSegments),
      compared: compared ? partsOf([...compared.segments, ...compared.answerSegments]) : null,
      gapsMs: [...gapsMs],
    }
  }

  simulate(context: { readonly sequences: number; readonly contextTokens: number }): Simulation {
    return whatWouldHelp(this.bodies.all, { ...context, storeTokens: 0 })
  }

  export(now = Date.now()): ExportedFile {
    const day = new Date(now).toISOString().slice(0, 10)
    const text = this.records.map((record) => `${JSON.stringify(withoutTexts(record))}\n`).join('')
    return { fileName: `headroom-requests-${day}.jsonl`, mediaType: 'application/jsonl', text }
  }

  clear(): void {
    this.entries.clear()
    this.bodies.clear()
    this.parts.stored?.removeAll()
    this.oldestNumber = this.lastNumber + 1
    this.changes.touch()
  }

  private take(news: ServeNews): void {
    // Embeddings have no conversation, so they reuse and evict nothing.
    if (news.type === 'embedded') return
    if (news.type === 'refused') return this.refuse(news)
    const { turn } = news
    if (news.type === 'received') return this.add(turn)
    if (news.type === 'event') return this.heard(turn, news.event, news.atMs)
    const entry = this.entries.get(turn.id)
    if (!entry) return
    const state = news.gone ? 'gone' : news.failure ? 'failed' : 'finished'
    this.change(turn.id, { state, endedAtMs: news.atMs, ...(news.failure ? failed(news.failure) : {}) })
  }

  /** Later than the start of the app, because most starts need no old requests. */
  private restore(): void {
    if (this.isRestored) return
    this.isRestored = true
    for (const { record, body } of this.parts.stored?.read() ?? []) {
      const number = ++this.lastNumber
      this.entries.set(record.id, { record: { ...record, number }, change: ++this.lastChange, isTraced: true, isExplained: true })
      this.bodies.add(body)
    }
  }

  private add(turn: ServedTurn): void {
    this.restore()
    this.enter({ record: received(turn, ++this.lastNumber), change: ++this.lastChange, isTraced: false, isExplained: false })
  }

  /** A client without a key may ask all the time, so refused requests have a limit of their own: later ones take the IDs of earlier ones. */
  private refuse(news: Extract<ServeNews, { type: 'refused' }>): void {
    this.restore()
    const id = `refused-${this.refusals++ % mostRefused}`
    this.entries.delete(id)
    this.enter({ record: refused(news, id, ++this.lastNumber), change: ++this.lastChange, isTraced: true, isExplained: true })
  }

  private enter(entry: Entry): void {
    this.entries.set(entry.record.id, entry)
    for (const [id, { record: oldest }] of this.entries) {
      if (this.entries.size <= mostRequests) break
      this.entries.delete(id)
      this.oldestNumber = oldest.number + 1
    }
    this.changes.touch()
  }

  private heard(turn: ServedTurn, event: ServedEvent, atMs: number): void {
    switch (event.type) {
      case 'prefill': {
        const { promptTokens, cachedTokens, processedTokens } = event
        return this.change(turn.id, { state: 'prefill', promptTokens, reusedTokens: cachedTokens, processedTokens })
      }
      case 'finish':
        return this.finish(turn, event, atMs)
      case 'logprobs':
        return
      default:
        if (event.answer === 0) this.change(turn.id, { state: 'decode', outputTokens: event.outputTokens })
    }
  }

  private finish(turn: ServedTurn, event: ServedFinish, atMs: number): void {
    const entry = this.entries.get(turn.id)
    if (!entry || event.answer !== 0 || entry.isTraced) return
    entry.isTraced = true
    this.change(turn.id, finished(event))
    // The engine handles calls in order, so it reads the sequence before it forgets the conversation.
    const held = this.parts.heldPrompt(turn).catch((error: unknown) => {
      console.warn('ledger', error)
      return null
    })
    const cells = this.parts.cellsOf(turn)
    this.work = this.work.then(async () => {
      const read = await held
      const traced = read && tracedTurn(turn, event, read, cells, { client: entry.record.client, endedMs: atMs })
      if (traced && this.entries.has(turn.id)) this.explain(traced, event, atMs)
      entry.isExplained = true
      this.change(turn.id, {})
    })
  }

  private explain(request: TracedRequest, { metrics, gapsMs = [] }: ServedFinish, atMs: number): void {
    const rate = metrics.prefillTokensPerSecond
    const msPerToken = rate === null || rate <= 0 ? null : 1000 / rate
    const explanation = explainRequest(
      request,
      this.bodies.all.map((body) => body.request),
    )
    const shown: RequestExplanation = {
      ...explanation,
      lostMs: explanation.lostTokens === 0 ? 0 : msPerToken === null ? null : explanation.lostTokens * msPerToken,
      heldBack: request.heldBack,
    }
    const body = { request, explanation, msPerToken, gapsMs }
    const gone = this.bodies.add(body)
    this.change(request.id, { explanation: shown, hasBody: true })
    for (const id of gone) this.change(id, { hasBody: false })
    this.store(body, gone, atMs)
  }

  private store(body: Body, gone: readonly string[], atMs: number): void {
    const { stored } = this.parts
    const record = this.entries.get(body.request.id)?.record
    if (!stored || !record) return
    try {
      for (const id of gone) stored.remove(id)
      if (record.hasBody) stored.add({ record: { ...record, state: 'finished', endedAtMs: record.endedAtMs ?? atMs }, body })
    } catch (error) {
      // The window already says that nothing can be stored.
      console.warn('ledger', error)
    }
  }

  private change(id: string, change: Partial<RequestRecord>): void {
    const entry = this.entries.get(id)
    if (!entry) return
    entry.record = { ...entry.record, ...change }
    entry.change = ++this.lastChange
    this.changes.touch()
  }
}

const partsOf = (segments: readonly TracedSegment[]): PromptPart[] =>
  segments.map(({ holds, message, from, to, text }) => ({ holds, tokens: to - from, text, ...(message === undefined ? {} : { message }) }))
