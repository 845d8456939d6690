import { comparedSampling } from '../../core/compare/suite/suite-answers'
import type { ToolDefinition } from '../../core/contract/chat/tools'
import type { PromptMessage, TurnUpdate } from '../../core/contract/chat/turn'
import { CodedError } from '../../core/contract/errors/coded-error'
import type { RemoteTurn } from '../../core/contract/remote/remote-turn'
import { defaultSampling, type SamplingSettings } from '../../core/contract/settings/sampling'
import { TurnLog, turnStart } from '../../native-models/process/turn-log'
import { withoutPart } from '../quality/ask-suite'
import { type Server, writeAnswer } from './write-answer'

export interface Question {
  readonly messages: readonly PromptMessage[]
  readonly tools?: readonly ToolDefinition[]
  readonly sampling: Partial<SamplingSettings>
}

export interface Answered {
  readonly update: TurnUpdate
  readonly turn: RemoteTurn
}

/** Sends the question once, at temperature 0, and without reasoning if the kind of server lets a client choose. Throws what the server refuses, and the signal's reason if it is aborted. */
export async function ask(server: Server, { messages, tools, sampling }: Question, signal: AbortSignal): Promise<Answered> {
  signal.throwIfAborted()
  const log = new TurnLog('compare', 'compare')
  const request = {
    conversationId: 'compare',
    messages: [...messages],
    sampling: { ...defaultSampling, ...comparedSampling, ...sampling },
    ...(tools ? { tools: [...tools] } : {}),
    sentAtMs: Date.now(),
  }
  await writeAnswer(server, request, { log, signal }, 0, { isQuiet: true })
  signal.throwIfAborted()
  const { update } = log.readFrom(turnStart)
  if (update.failure) throw withoutPart(new CodedError(update.failure))
  if (!update.remote) throw new Error('Expected an answer that ended to have figures, got none')
  return { update, turn: update.remote }
}
