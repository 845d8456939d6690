import type { PromptMessage } from '../../core/contract/chat/turn'
import { coded, failureOf } from '../../core/contract/errors/coded-error'
import type { Failure } from '../../core/contract/errors/errors'
import type { ServerConnection } from '../../core/contract/remote/connection'
import type { RemoteTurn } from '../../core/contract/remote/remote-turn'
import { continuesAnswers } from '../../core/remote/server-facts'
import type { ChatRequest, FinishReason, ReportedUsage, StreamEvent } from '../../core/remote/stream-events'
import { measureRemoteTurn, type RemoteOutcome } from '../../core/remote/turn/measure-remote-turn'
import { RemoteAnswer } from '../../core/remote/turn/remote-answer'
import { remoteMessages, sendsReasoning } from '../../core/remote/turn/remote-messages'
import { requestSettings } from '../../core/remote/turn/remote-sampling'
import { ThinkTags } from '../../core/remote/turn/think-tags'
import { messageOf } from '../../core/text/message-of'
import type { AnswerHandle, PromptRequest } from '../../native-models/process/backend'
import type { Network } from '../library/network/network'
import { shownUrl } from '../library/network/remote-url'
import { streamChat } from '../remote/stream-chat'

export interface Server extends Pick<ServerConnection, 'address' | 'kind' | 'model'> {
  readonly network: Network
}

/** `isQuiet`: the server gives its figures only at the end, because figures after each token cost it time. */
export interface WriteOptions {
  readonly isQuiet?: boolean
}

/** Sends the prompt once. Never rejects: a failure is the end of its own log, which keeps the text that came. */
export async function writeAnswer(
  server: Server,
  request: PromptRequest,
  handle: AnswerHandle,
  index: number,
  { isQuiet = false }: WriteOptions = {},
): Promise<void> {
  const { log, signal } = handle
  log.sent(request.sentAtMs)
  const last = request.messages.at(-1)
  const stream = new AnswerStream(server, handle, last?.role === 'assistant' ? last : undefined)
  let seed: number | null = null
  try {
    const content = { ...contentOf(server, request, index), isQuiet }
    seed = content.sampling.seed
    try {
      for await (const event of streamChat(server.network, server.address, server.kind, content, signal)) stream.read(event)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    stream.end(signal.aborted, seed)
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) console.error('[turn]', error)
    stream.breakOff(failure ?? { code: 'server-failed', facts: { url: addressOf(server), status: null, quoted: messageOf(error) } }, seed)
  }
}

const addressOf = ({ address }: Server): string => shownUrl(new URL(address.url)).replace(/\/$/, '')

function contentOf({ kind, model }: Server, { messages, sampling, tools = [], images }: PromptRequest, index: number): ChatRequest {
  if (messages.at(-1)?.role === 'assistant' && !continuesAnswers(kind)) throw coded('server-lacks-feature', { feature: 'continued-answer' })
  if (sampling.grammar?.kind === 'gbnf') throw coded('server-lacks-feature', { feature: 'gbnf-grammar' })
  return {
    model,
    messages: remoteMessages(messages, sendsReasoning(kind, sampling.keepReasoning), images),
    tools,
    topLogprobs: 0,
    ...requestSettings(kind, sampling, index),
  }
}

class AnswerStream {
  private readonly answer: RemoteAnswer
  private readonly tags: ThinkTags
  private usage: ReportedUsage | null = null
  private finish: FinishReason | null = null
  private pieces = 0

  constructor(
    private readonly server: Server,
    private readonly handle: AnswerHandle,
    begun: PromptMessage | undefined,
  ) {
    this.answer = new RemoteAnswer(begun)
    this.tags = new ThinkTags(begun !== undefined)
  }

  read(event: StreamEvent): void {
    const { log } = this.handle
    switch (event.type) {
      case 'text':
      case 'reasoning':
        if (event.text === '') return
        for (const one of this.tags.read(event)) this.write(one)
        return
      case 'tool-call':
        return this.write(event)
      case 'progress':
        if (this.pieces === 0) log.enter('prefill')
        log.prompt(event.total, event.cached)
        return log.processed(Math.max(0, event.processed - event.cached), 0)
      case 'usage':
        this.usage = event.usage
        return
      case 'finish':
        this.finish = event.reason
        return
      case 'logprobs':
        return
    }
  }

  private write(event: Parameters<RemoteAnswer['push']>[0]): void {
    const { log } = this.handle
    if (this.pieces++ === 0) log.enter('generating')
    const text = this.answer.push(event)
    log.consistsOf(this.answer.parts)
    log.piece(text, event.atMs)
  }

  end(isStopped: boolean, seed: number | null): void {
    const finishedAt = performance.now()
    this.keep()
    this.handle.log.finishAtServer(this.turn(finishedAt, isStopped ? 'stopped' : this.finish, seed))
  }

  /** The text that came keeps its figures. */
  breakOff(failure: Failure, seed: number | null): void {
    const finishedAt = performance.now()
    this.keep()
    this.handle.log.fail(failure, this.pieces > 0 ? this.turn(finishedAt, null, seed) : undefined)
  }

  private turn(finishedAt: number, finish: RemoteOutcome['finish'], seed: number | null): RemoteTurn {
    const { kind, model } = this.server
    const server = { url: addressOf(this.server), kind, model }
    const { times } = this.handle.log
    return measureRemoteTurn({ ...times, finishedAt }, { server, finish, usage: this.usage, pieces: this.pieces, seed })
  }

  /** Closes the parts of the text that came. */
  private keep(): void {
    const { log } = this.handle
    for (const held of this.tags.end(performance.now())) this.write(held)
    const { rest, parts } = this.answer.end(this.usage?.reasoningTokens?.value ?? null)
    log.consistsOf(parts)
    log.answered(rest)
  }
}
