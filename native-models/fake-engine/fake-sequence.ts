import { clipSpans, coarsenSpans, countHeld, pushSpan } from '../../core/cells/cell-spans'
import { type CacheSample, type CellSpan, type ContextReport, mostSpans } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { PromptMessage, ReusePreview, ReusePreviewRequest, TurnRequest } from '../../core/contract/chat/turn'
import { coded } from '../../core/contract/errors/coded-error'
import { contentOf, type PartTracker } from '../../core/messages/part-tracker'
import { type Absence, explainReuse } from '../../core/reuse/explain-reuse'
import { messageHash } from '../../core/sessions/message-hash'
import { idOf } from './fake-prompts'
import { fakeStateBytes, readFakeState, writeFakeState } from './fake-state'
import { fakeTokenBytes } from './made-context'
import { commonWords, type MadePrompt, madePrompt, shownMessages, withAnswer } from './made-prompt'

type Prompt = Pick<TurnRequest, 'conversationId' | 'messages' | 'sampling' | 'tools'>

export interface ReadPrompt {
  readonly promptTokens: number
  readonly reusedTokens: number
  readonly reuse: ReturnType<typeof explainReuse>
  readonly words: readonly string[]
}

export class FakeSequence {
  /** The turn that has the sequence. */
  turnId: string | null = null
  private conversationId: string | null = null
  private words: string[] = []
  private heldMessages: readonly PromptMessage[] | null = null
  private reusedTokens = 0
  private promptSpans: readonly CellSpan[] = []
  private answerNumber = 1
  private answerSpans: CellSpan[] = []
  private readonly known = new Set<string>()

  clear(): void {
    this.conversationId = null
    this.words = []
    this.heldMessages = null
    this.reusedTokens = 0
    this.promptSpans = []
    this.answerSpans = []
  }

  get held(): { readonly conversationId: string | null; readonly words: readonly string[] } {
    const { conversationId, words } = this
    return { conversationId, words }
  }

  wordsOf({ messages, sampling, tools }: Prompt): string[] {
    return madePrompt(shownMessages(messages, sampling), tools).words
  }

  /** Restores words of a copy in memory. */
  take(words: readonly string[]): void {
    this.words = [...words]
  }

  holds(conversationId: string): boolean {
    return this.conversationId === conversationId
  }

  wordsAt(from: number, to: number): readonly string[] {
    return this.words.slice(from, to)
  }

  /** Keeps only the reused tokens. `prefilled` adds the others. */
  read(request: Prompt, contextTokens: number): ReadPrompt {
    const shown = shownMessages(request.messages, request.sampling)
    const prompt = madePrompt(shown, request.tools)
    const promptTokens = prompt.words.length
    if (promptTokens > contextTokens) throw coded('prompt-too-long', { promptTokens, contextTokens })
    const commonTokens = commonWords(this.words, prompt.words)
    const reusedTokens = Math.min(commonTokens, promptTokens - 1)
    const reuse = this.explain(request, shown, prompt, commonTokens)
    this.conversationId = request.conversationId
    this.known.add(request.conversationId)
    this.reusedTokens = reusedTokens
    this.words = prompt.words.slice(0, reusedTokens)
    this.promptSpans = prompt.spans
    this.answerSpans = []
    const spoken = request.messages.filter(({ role }) => role !== 'system').length
    this.answerNumber = request.messages.at(-1)?.role === 'assistant' ? spoken : spoken + 1
    return { promptTokens, reusedTokens, reuse, words: prompt.words }
  }

  prefilled({ words }: ReadPrompt): void {
    this.words = [...words]
  }

  push(word: string, type: PartTracker['type']): void {
    this.words.push(word)
    pushSpan(this.answerSpans, { ...contentOf(type), message: this.answerNumber }, 1)
  }

  answered({ messages, sampling }: Prompt, answer: string): void {
    this.heldMessages = withAnswer(shownMessages(messages, sampling), answer)
  }

  previewReuse({ conversationId, messages, settings, saved }: ReusePreviewRequest): ReusePreview {
    const { words: prompt } = madePrompt(shownMessages(messages, settings), settings.tools)
    const kept = (held: readonly string[]) => Math.min(commonWords(held, prompt), prompt.length - 1)
    if (this.holds(conversationId)) return { promptTokens: prompt.length, keptTokens: kept(this.words) }
    const keptTokens = saved && saved.messages.length > 0 ? Math.min(saved.tokens, kept(madePrompt(saved.messages).words)) : 0
    return { promptTokens: prompt.length, keptTokens, ...(saved ? { fromDisk: keptTokens > 0 } : {}) }
  }

  state(isBusy: boolean): SequenceState {
    const { conversationId, words } = this
    const tokens = words.length
    const bytes = tokens * fakeTokenBytes
    return {
      conversationId,
      tokens,
      bytes,
      mostSavedBytes: fakeStateBytes(words, fakeTokenBytes),
      checkpoints: 0,
      isBusy,
      takenAfter: isBusy ? null : 0,
    }
  }

  async save(conversationId: string, path: string): Promise<SavedSequence> {
    const tokens = this.words.length
    if (!this.holds(conversationId) || tokens === 0) throw coded('session-not-held', { conversationId })
    const bytes = await writeFakeState(path, this.words, fakeTokenBytes)
    return { tokens, bytes, checkpoints: [], canCutAnywhere: true, messages: (this.heldMessages ?? []).map(messageHash) }
  }

  async restore({ conversationId, path }: RestoreRequest): Promise<{ tokens: number }> {
    return this.fill(conversationId, await readFakeState(path))
  }

  fill(conversationId: string, words: readonly string[]): { tokens: number } {
    this.clear()
    this.words = [...words]
    this.conversationId = conversationId
    return { tokens: words.length }
  }

  private heldSpans(): CellSpan[] {
    const spans = clipSpans(this.promptSpans, 0, this.words.length)
    for (const span of this.answerSpans) pushSpan(spans, span, span.to - span.from)
    return spans
  }

  heldPrompt(): HeldPrompt {
    const segments = this.heldSpans().map((span) => ({ ...span, text: this.words.slice(span.from, span.to).join(' ') }))
    return { tokens: this.words.map((word) => idOf(`${word} `)), segments }
  }

  sample({ caches: [cache] }: ContextReport): CacheSample[] {
    if (!cache) return []
    const allocatedBytes = (cache.keyBytes + cache.valueBytes) / cache.streams
    const tokens = this.words.length
    const usedCells = Math.min(tokens, cache.cells)
    const exact = this.heldSpans()
    return [
      {
        sequence: 0,
        conversationId: this.conversationId,
        turnId: null,
        tokens,
        reusedTokens: Math.min(this.reusedTokens, tokens),
        ...coarsenSpans(exact, mostSpans),
        held: countHeld(exact),
        runs: tokens > 0 ? [{ position: 0, cell: 0, cells: tokens }] : [],
        gaps: [],
        shared: null,
        fills: [
          {
            kind: 'full',
            usedCells,
            totalCells: cache.cells,
            usedBytes: Math.round((allocatedBytes * usedCells) / cache.cells),
            allocatedBytes,
            fromPosition: 0,
          },
        ],
        checkpointBytes: 0,
        checkpoints: [],
        threads: 1,
      },
    ]
  }

  private explain({ conversationId, messages }: Prompt, shown: readonly PromptMessage[], prompt: MadePrompt, commonTokens: number) {
    const ids = new Map<string, number>()
    const idOf = (word: string): number => ids.get(word) ?? ids.set(word, ids.size).size - 1
    const heldTokens = this.words.map(idOf)
    const promptTokens = prompt.words.map(idOf)
    const spelled = [...ids.keys()]
    return explainReuse({
      absence: this.holds(conversationId) ? null : this.absence(conversationId, messages),
      heldTokens,
      heldMessages: this.heldMessages,
      promptTokens,
      messages: shown,
      written: messages,
      spans: () => prompt.spans,
      commonTokens,
      keptTokens: Math.min(commonTokens, promptTokens.length - 1),
      forgetful: null,
      textOf: (tokens) => tokens.map((token) => spelled[token]).join(' '),
    })
  }

  private absence(conversationId: string, messages: readonly PromptMessage[]): Absence {
    if (this.known.has(conversationId)) return this.conversationId === null ? 'context-recreated' : 'other-conversation'
    return messages.some(({ role }) => role === 'assistant') ? 'engine-started' : 'first-turn'
  }
}
