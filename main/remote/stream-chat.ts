import { coded } from '../../core/contract/errors/coded-error'
import { ollamaBody } from '../../core/remote/chat/ollama-body'
import { OllamaReader } from '../../core/remote/chat/ollama-reader'
import { openAiBody } from '../../core/remote/chat/openai-body'
import { OpenAiReader } from '../../core/remote/chat/openai-reader'
import type { ChatReader } from '../../core/remote/chat/reader'
import { streamError } from '../../core/remote/refusal'
import type { ServerAddress, ServerKind } from '../../core/remote/server-facts'
import type { ChatRequest, StreamEvent } from '../../core/remote/stream-events'
import type { Network } from '../library/network/network'
import { Exchange, type ExchangeLimits } from './exchange'
import { eventPieces, LineTooLong, linePieces, type Piece } from './pieces'
import { parsedJson } from './read-json'

/**
 * A server that is alive can be silent for long: it queues a request, loads a model, or processes a long prompt. TCP's keep-alive ends the
 * connection to a machine that is gone after minutes. For all others, a silence of an hour ends the stream with `server-dropped`.
 */
export const chatLimits: ExchangeLimits = { silenceMs: 3_600_000, requestMs: 24 * 3_600_000, bytes: 512 << 20 }

const mostLineCharacters = 8 << 20

interface Dialect {
  readonly path: string
  readonly accept: string
  readonly body: (kind: ServerKind, request: ChatRequest) => object
  readonly reader: () => ChatReader
  readonly pieces: typeof eventPieces
}

const openAi: Dialect = {
  path: '/v1/chat/completions',
  accept: 'text/event-stream',
  body: openAiBody,
  reader: () => new OpenAiReader(),
  pieces: eventPieces,
}

const ollama: Dialect = {
  path: '/api/chat',
  accept: 'application/x-ndjson',
  body: (_kind, request) => ollamaBody(request),
  reader: () => new OllamaReader(),
  pieces: linePieces,
}

/**
 * Sends the request once, when the first event is asked for. Events that arrived are given before an error is thrown. Leaving the loop ends
 * the request, so that the server stops.
 */
export async function* streamChat(
  network: Network,
  address: ServerAddress,
  kind: ServerKind,
  request: ChatRequest,
  signal: AbortSignal,
  limits: ExchangeLimits = chatLimits,
): AsyncGenerator<StreamEvent> {
  const { path, accept, body, reader, pieces } = kind === 'ollama' ? ollama : openAi
  const exchange = await Exchange.open(network, address, { path, accept, body: body(kind, request), limits }, signal)
  const answer = new Answer(exchange, reader(), request.model)
  let isWhole = false
  try {
    await exchange.assertAccepted(request.model)
    await assertStream(exchange, request.model)
    for await (const piece of pieces(exchange.arrivals, mostLineCharacters)) {
      if (piece.text === '[DONE]') {
        isWhole = true
        break
      }
      yield* answer.events(piece)
    }
    yield* answer.end(isWhole)
    isWhole = true
  } catch (error) {
    signal.throwIfAborted()
    // The server has said that the answer is complete.
    if (!answer.isFinished) throw answer.failure(error)
  } finally {
    if (isWhole) exchange.release()
    else exchange.close()
  }
}

class Answer {
  private hasPart = false
  private lastMs = 0

  constructor(
    private readonly exchange: Exchange,
    private readonly reader: ChatReader,
    private readonly model: string,
  ) {}

  get isFinished(): boolean {
    return this.reader.isFinished
  }

  events({ text, atMs }: Piece): readonly StreamEvent[] {
    const value = parsedJson(text)
    if (value === undefined) throw coded('server-response-unreadable', { url: this.exchange.url, reason: { kind: 'not-json' } })
    const refusal = streamError(value)
    if (refusal !== null) throw this.exchange.refusal(refusal, null, this.model)
    this.lastMs = atMs
    const events = this.reader.read(value, atMs)
    this.hasPart ||= events.some(({ type }) => type === 'text' || type === 'reasoning' || type === 'tool-call')
    return events
  }

  end(isMarked: boolean): readonly StreamEvent[] {
    if (this.reader.isFinished) return []
    if (isMarked) return [{ type: 'finish', reason: 'other', atMs: this.lastMs }]
    throw coded('server-dropped', { url: this.exchange.url, reason: { kind: 'ended-early' }, hasPart: this.hasPart })
  }

  failure(error: unknown): unknown {
    const { url } = this.exchange
    if (error instanceof LineTooLong)
      return coded('server-response-unreadable', { url, reason: { kind: 'line-too-long', limitBytes: mostLineCharacters } })
    return coded('server-dropped', { url, reason: this.exchange.brokenBy(error), hasPart: this.hasPart })
  }
}

async function assertStream(exchange: Exchange, model: string): Promise<void> {
  const type = exchange.header('content-type').toLowerCase()
  if (type.includes('html')) throw coded('server-response-unreadable', { url: exchange.url, reason: { kind: 'web-page' } })
  if (!/\/json\b/.test(type)) return
  const text = await exchange.beginning()
  const refusal = streamError(parsedJson(text))
  throw refusal === null
    ? coded('server-response-unreadable', { url: exchange.url, reason: { kind: 'not-a-stream' } })
    : exchange.refusal(refusal, null, model)
}
