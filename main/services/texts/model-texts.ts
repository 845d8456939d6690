/** Texts that the model writes for the app, such as a summary. They belong to no conversation, and nothing of them stays in the cache. */
import { randomUUID } from 'node:crypto'
import type { MessagePart } from '../../../core/contract/chat/message-parts'
import { promptSettingsOf, type ToolDefinition } from '../../../core/contract/chat/tools'
import type { PromptMessage, StopReason, TurnUpdate } from '../../../core/contract/chat/turn'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import { failureIn } from '../../../core/contract/errors/wire-errors'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { plainTextOf } from '../../../core/messages/parts-of'
import { follow } from '../../../core/streams/follow'
import type { RunningEngine, Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'
import type { ModelSettings } from '../models/model-settings'
import type { SessionService } from '../sessions/session-service'

const followMs = 250

export interface TextRequest {
  readonly messages: PromptMessage[]
  readonly tools?: ToolDefinition[]
  readonly mostTokens: number
  /** Other conversations never find its cells. */
  readonly isPrivate: boolean
}

export interface WrittenText {
  /** Without reasoning. */
  readonly text: string
  readonly stopReason: StopReason
}

export class ModelTexts {
  constructor(
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
    private readonly settings: ModelSettings,
    private readonly sessions: Pick<SessionService, 'workBefore' | 'forget'>,
  ) {}

  /** Throws `no-model-loaded`, even if a server writes the answers. */
  async count(messages: readonly PromptMessage[], tools?: ToolDefinition[]): Promise<number> {
    const { engine, sampling } = this.writer()
    const settings = promptSettingsOf({ sampling: plain(sampling), tools })
    const { promptTokens } = await engine.client.previewReuse({ conversationId: 'text', messages: [...messages], settings })
    return promptTokens
  }

  /** Throws `no-model-loaded`, `engine-gone`, the failure of the turn, and the signal's reason. `onTokens` gets the tokens written so far. */
  async write(
    { mostTokens, ...prompt }: TextRequest,
    signal: AbortSignal,
    onTokens: (tokens: number) => void = () => {},
  ): Promise<WrittenText> {
    const { engine, sampling } = this.writer()
    const conversationId = `text-${randomUUID()}`
    const request = { ...prompt, conversationId, sampling: { ...plain(sampling), maxTokens: mostTokens } }
    try {
      const restored = await this.sessions.workBefore(conversationId, 1, request)?.()
      return await this.run(engine, { ...request, ...(restored ? { restored } : {}) }, signal, onTokens)
    } finally {
      this.sessions.forget(conversationId)
    }
  }

  private async run(
    { client }: RunningEngine,
    request: Omit<Parameters<RunningEngine['client']['startTurn']>[0], 'turnId' | 'sentAtMs'>,
    signal: AbortSignal,
    onTokens: (tokens: number) => void,
  ): Promise<WrittenText> {
    const turnId = randomUUID()
    const stop = () => void client.stopTurn({ turnId }).catch(() => {})
    signal.addEventListener('abort', stop, { once: true })
    let text = ''
    let parts: MessagePart[] | undefined
    let last: TurnUpdate | undefined
    try {
      signal.throwIfAborted()
      await client.startTurn({ ...request, turnId, sentAtMs: Date.now() })
      if (signal.aborted) stop()
      for await (const update of follow(client, client.followTurn, { turnId, everyMs: followMs })) {
        last = update
        text += update.text
        parts = update.parts ?? parts
        onTokens(update.outputTokens)
      }
    } catch (error) {
      signal.throwIfAborted()
      // An error without a code means that the engine has exited.
      throw failureIn(error) ? error : noAnswer()
    } finally {
      signal.removeEventListener('abort', stop)
    }
    signal.throwIfAborted()
    if (last?.failure) throw new CodedError(last.failure)
    if (!last?.metrics) throw noAnswer()
    return { text: plainTextOf({ text, parts }).trim(), stopReason: last.metrics.stopReason }
  }

  private writer(): { readonly engine: RunningEngine; readonly sampling: SamplingSettings } {
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    return { engine, sampling: this.settings.read(model.file.id).sampling }
  }
}

const noAnswer = (): CodedError => coded('engine-gone', { reason: { kind: 'no-answer' } })

/** What the user set for answers would spoil such a text. */
const plain = (sampling: SamplingSettings): SamplingSettings => ({
  ...sampling,
  stopTexts: [],
  logitBias: [],
  ignoreEndOfText: false,
  speculation: 'off',
  thinking: 'off',
  reasoningBudgetTokens: 0,
  grammar: null,
  toolChoice: 'none',
})
