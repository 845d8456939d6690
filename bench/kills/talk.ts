import { setTimeout as sleep } from 'node:timers/promises'
import type { StoredMessage } from '../../core/contract/chat/conversations'
import { follow } from '../../core/streams/follow'
import type { Random } from '../attack/random'
import type { WindowClient } from './window-client'

const chats = 2
const longestMs = 120_000
const words = ['What', 'is', 'a', 'cache', 'cell', 'token', 'story', 'tiny', 'model', 'ünd', '漢字', '🙂', 'tell', 'me', 'once']

export type Acknowledged = Pick<StoredMessage, 'id' | 'conversationId' | 'text'>
export interface Shown extends Pick<StoredMessage, 'id' | 'conversationId'> {
  text: string
}

export class Talk {
  readonly acknowledged: Acknowledged[] = []
  readonly shown: Shown[] = []
  streaming = 0
  private readonly ended: Promise<unknown>
  private resolveFirst: () => void = () => {}
  private readonly firstText = new Promise<void>((resolve) => {
    this.resolveFirst = resolve
  })
  private failure: unknown

  constructor(
    private readonly window: WindowClient,
    private readonly engine: Awaited<ReturnType<WindowClient['engine']>>,
    private readonly random: Random,
  ) {
    const talks = Array.from({ length: chats }, () => this.chat())
    this.ended = Promise.all(talks)
  }

  /** Rejects if no answer begins. */
  async streams(): Promise<void> {
    await Promise.race([this.firstText, this.ended.then(() => Promise.reject(new Error(`No answer began: ${this.failure}`)))])
  }

  /** Resolves when every chat has ended, because the host or the engine has exited. Rejects after two minutes. */
  async end(): Promise<void> {
    const ending = new AbortController()
    const late = sleep(longestMs, undefined, { signal: ending.signal }).then(() =>
      Promise.reject(new Error('A request was never answered')),
    )
    late.catch(() => {})
    await Promise.race([this.ended, late]).finally(() => ending.abort())
  }

  private async chat(): Promise<void> {
    let conversationId: string | null = null
    try {
      for (;;) {
        const of: string | null = this.random.is(0.3) ? null : conversationId
        const started = await this.window.host.turns.send({ conversationId: of, text: this.text(), sentAtMs: Date.now() })
        if (started.prompt) this.acknowledged.push(started.prompt)
        conversationId = started.conversationId
        await this.follow(started.turnId, started.answer)
        const isOver = () => this.window.until('a turn was over', ({ turns }) => turns.every(({ turnId }) => turnId !== started.turnId))
        await isOver()
      }
    } catch (error) {
      this.failure = error
    }
  }

  /** Rejects if the engine exits. */
  private async follow(turnId: string, { id, conversationId }: StoredMessage): Promise<void> {
    const shown: Shown = { id, conversationId, text: '' }
    this.shown.push(shown)
    this.streaming++
    let isOver = false
    try {
      for await (const { text, phase } of follow(this.engine, this.engine.followTurn, { turnId })) {
        shown.text += text
        if (text !== '') this.resolveFirst()
        isOver ||= phase === 'finished' || phase === 'failed'
      }
    } finally {
      this.streaming--
      if (!isOver) await this.window.host.turns.shown({ turnId, text: shown.text })
    }
  }

  private text(): string {
    return Array.from({ length: 1 + this.random.below(60) }, () => this.random.of(words)).join(' ')
  }
}
