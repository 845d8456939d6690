/**
 * An engine without a model: answers in seconds-old words at a steady rate, so that a window can be worked on
 * before anything is compiled or loaded. It keeps the same promises as the real one (the contract suite runs
 * on both) and says in every answer that it is not one.
 */

import { clipSpans, coarsenSpans, countHeld, pushSpan } from '../../core/cells/cell-spans'
import type { BenchResult, BenchTask } from '../../core/contract/bench-tasks'
import { type CacheSample, type CellSpan, type ContextReport, type HeldToken, mostSpans } from '../../core/contract/cache'
import { CodedError, coded } from '../../core/contract/coded-error'
import type { DraftReport } from '../../core/contract/draft'
import type { KvType } from '../../core/contract/kv-types'
import type { EngineInfo, LoadedModel } from '../../core/contract/models'
import type { OverflowRehearsal, OverflowRequest } from '../../core/contract/overflow'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/sessions'
import type { AnswersRequest, ForeseenTurn, ForeseeRequest, PromptMessage, StopReason, TurnRequest } from '../../core/contract/turn'
import { ggmlType, rowBytes } from '../../core/gguf/ggml-types'
import { contextTokensInUse, padCells } from '../../core/kv/context-params'
import { messagePlaces } from '../../core/overflow/message-places'
import { overflowProblem } from '../../core/overflow/overflow-problem'
import { rehearse } from '../../core/overflow/rehearse'
import { type Absence, explainReuse, withCost } from '../../core/reuse/explain-reuse'
import { messageHash } from '../../core/sessions/message-hash'
import { measureTurn } from '../../core/stats/turn-timeline'
import { pause } from '../../core/streams/changes'
import type { AnswerUnderWay, ContextRequest, EngineBackend } from '../process/backend'
import { type TurnLog, turnStart } from '../process/turn-log'
import { readFakeState, writeFakeState } from './fake-state'
import { commonWords, type MadePrompt, madePrompt, withAnswer, wordsIn } from './made-prompt'
import { contextOf, madeUpResult } from './made-up-measures'

/** The shape it claims: Pocket's. */
const layers = 6
const kvWidth = 128
const trainedTokens = 2048
/** A state of it on disk: what Pocket's takes per token. */
const fakeTokenBytes = layers * 2 * 2 * kvWidth
const words =
  'This is the fake engine speaking, not a model. **It exists so that the window can be built quickly.** The KV cache keeps the key and value vectors of every token that was read, so that each new token attends to them without computing them again. '.match(
    /\S+\s*/g,
  ) as string[]

export interface FakeSpeed {
  readonly tokensPerSecond: number
  readonly prefillTokensPerSecond: number
  readonly loadMs: number
  /** Tokens the model claims to be trained for; Pocket's where left out. */
  readonly trainedTokens?: number
  /** A fault: what it claims to allocate beyond what was planned. */
  readonly surplusBytes?: number
  /** How long each measurement takes; 5 ms where left out. */
  readonly taskMs?: number
  /** A fault: measurements with this type for keys or values fail. */
  readonly refusedType?: KvType
  /** A fault: the process dies of a measurement with this type for keys or values. */
  readonly fatalType?: KvType
  /** A fault: it creates no context longer than this. */
  readonly mostContextTokens?: number
}
export const ordinarySpeed: FakeSpeed = { tokensPerSecond: 60, prefillTokensPerSecond: 2000, loadMs: 400 }

type Prompt = Pick<TurnRequest, 'conversationId' | 'messages' | 'sampling' | 'sentAtMs'>

export class FakeEngine implements EngineBackend {
  private loaded = false
  private report: ContextReport | undefined
  private conversationId: string | null = null
  /** What its cells hold, a word each. */
  private cached: string[] = []
  private heldMessages: readonly PromptMessage[] | null = null
  private reusedTokens = 0
  private promptSpans: readonly CellSpan[] = []
  /** Conversations that had a turn since the process began. */
  private readonly known = new Set<string>()
  private isBusy = false

  private readonly trainedTokens: number

  constructor(private readonly speed: FakeSpeed = ordinarySpeed) {
    this.trainedTokens = speed.trainedTokens ?? trainedTokens
  }

  async start(): Promise<EngineInfo> {
    return { engine: 'fake', release: 'none', backend: 'fake', devices: [], vram: null, cores: 2, pid: process.pid }
  }

  async loadModel(
    path: string,
    _gpuLayers: number | 'auto',
    signal: AbortSignal | undefined,
    onProgress: (share: number) => void,
  ): Promise<LoadedModel> {
    await this.unload()
    const steps = 10
    for (let step = 1; step <= steps; step++) {
      await pause(this.speed.loadMs / steps, signal)
      if (signal?.aborted) throw signal.reason
      onProgress(step / steps)
    }
    this.loaded = true
    return {
      path,
      description: 'fake model',
      parameters: 5_082_368,
      vocabularyTokens: 2560,
      trainedTokens: this.trainedTokens,
      weightBytes: { ram: 10_171_392, vram: 0 },
      gpuLayers: 0,
      chatTemplate: { source: 'model', name: 'fake' },
      loadMs: this.speed.loadMs,
    }
  }

  async createContext({ settings, contextTokens, predictedBytes }: ContextRequest): Promise<ContextReport> {
    if (!this.loaded) throw coded('no-model-loaded', {})
    if (contextTokens > (this.speed.mostContextTokens ?? contextTokens))
      throw coded('context-failed', { reason: 'the fake engine was told to fail' })
    const cells = padCells(contextTokensInUse(contextTokens, this.trainedTokens))
    const bytes = (type: string) => layers * cells * settings.sequences * rowBytes(ggmlType(type), kvWidth)
    const cache = {
      kind: 'full' as const,
      cells,
      layers,
      streams: settings.sequences,
      keyBytes: bytes(settings.keyType) + (this.speed.surplusBytes ?? 0),
      valueBytes: bytes(settings.valueType),
      exact: true,
    }
    this.report = {
      contextTokens: contextTokensInUse(contextTokens, this.trainedTokens),
      trainedTokens: this.trainedTokens,
      sequences: settings.sequences,
      batchTokens: settings.batchTokens,
      keyType: settings.keyType,
      valueType: settings.valueType,
      flashAttention: settings.flashAttention !== 'off',
      swaFullCache: settings.swaFullCache,
      checkpointLimit: 0,
      caches: [cache],
      allocatedBytes: cache.keyBytes + cache.valueBytes,
      predictedBytes,
      comparison: [{ kind: cache.kind, cells, predictedBytes, allocatedBytes: cache.keyBytes + cache.valueBytes }],
      contextBytes: { ram: cache.keyBytes + cache.valueBytes, vram: 0 },
      threads: { chosen: 1, cores: 2, measured: [] },
    }
    this.forgetAll()
    return this.report
  }

  /** It drafts nothing, and says what it would take. */
  async loadDraft(path: string): Promise<DraftReport> {
    if (!this.report) throw coded('no-model-loaded', {})
    await pause(this.speed.loadMs, undefined)
    const { contextTokens, allocatedBytes: cacheBytes } = this.report
    return {
      path,
      weightBytes: { ram: 10_171_392, vram: 0 },
      contextBytes: { ram: cacheBytes, vram: 0 },
      cacheBytes,
      contextTokens,
      loadMs: this.speed.loadMs,
    }
  }

  async unloadDraft(): Promise<void> {}

  async unload(): Promise<void> {
    this.loaded = false
    this.report = undefined
    this.forgetAll()
  }

  assertReady(): void {
    if (!this.report) throw coded('no-model-loaded', {})
  }

  assertSequences(answers: number): void {
    if (!this.report) throw coded('no-model-loaded', {})
    const { sequences } = this.report
    if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
  }

  runTurn(request: TurnRequest, log: TurnLog, signal: AbortSignal): Promise<void> {
    return this.run(request, [{ log, signal }])
  }

  runAnswers(request: AnswersRequest, answers: readonly AnswerUnderWay[]): Promise<void> {
    return this.run(request, answers)
  }

  private async run(request: Prompt, answers: readonly AnswerUnderWay[]): Promise<void> {
    this.isBusy = true
    try {
      await this.answer(request, answers)
    } finally {
      this.isBusy = false
    }
  }

  private async answer(request: Prompt, answers: readonly AnswerUnderWay[]): Promise<void> {
    const { report } = this
    if (!report) throw coded('no-model-loaded', {})
    const started = performance.now()
    const sent = started - Math.max(0, Date.now() - request.sentAtMs)
    const { promptTokens, reusedTokens, reuse, prompt } = this.read(request, report)
    for (const { log } of answers) {
      log.prompt(promptTokens, reusedTokens)
      log.enter('prefill')
    }
    const tokenised = performance.now()
    const anyone = answers.length === 1 ? answers[0]?.signal : undefined
    await pause(((promptTokens - reusedTokens) * 1000) / this.speed.prefillTokensPerSecond, anyone)
    const moments = { sent, started, tokenised, prefilled: performance.now() }
    this.cached = prompt
    const shared = answers.length > 1 ? { shared: { answers: answers.length, copyMs: 0, cellBytes: 0, inOneBatch: true } } : {}
    await Promise.all(
      answers.map(async ({ log, signal }, index) => {
        log.processed(promptTokens - reusedTokens, promptTokens)
        log.enter('generating')
        // It tells of one sequence only, that of the first answer.
        const onWord = index === 0 ? (word: string) => void this.cached.push(word) : () => {}
        const said = await this.say(request, { log, signal }, moments, promptTokens, report.contextTokens, onWord)
        const seed = ((request.sampling.seed ?? 0) + index) % 2 ** 32
        const counts = { promptTokens, reusedTokens, outputTokens: log.outputCount, seed, threads: 1 }
        const cells = { usedCells: promptTokens + log.outputCount, totalCells: report.contextTokens }
        const metrics = measureTurn(
          { ...moments, ...said, finished: performance.now() },
          { ...counts, ...cells },
          log.gapsMs,
          said.stopReason,
        )
        if (index === 0) this.heldMessages = withAnswer(request.messages, log.readFrom(turnStart).update.text)
        log.finish({ ...metrics, reuse: withCost(reuse, metrics.prefillTokensPerSecond), ...shared })
      }),
    )
  }

  private read(request: Prompt, report: ContextReport) {
    const prompt = madePrompt(request.messages)
    const promptTokens = prompt.words.length
    if (promptTokens > report.contextTokens) throw coded('prompt-too-long', { promptTokens, contextTokens: report.contextTokens })
    const commonTokens = commonWords(this.cached, prompt.words)
    const reusedTokens = Math.min(commonTokens, promptTokens - 1)
    const reuse = this.explain(request, prompt, commonTokens)
    this.conversationId = request.conversationId
    this.known.add(request.conversationId)
    this.reusedTokens = reusedTokens
    this.cached = prompt.words.slice(0, reusedTokens)
    this.promptSpans = prompt.spans
    return { promptTokens, reusedTokens, reuse, prompt: prompt.words }
  }

  private async say(
    { messages, sampling }: Prompt,
    { log, signal }: AnswerUnderWay,
    { sent, prefilled }: { readonly sent: number; readonly prefilled: number },
    promptTokens: number,
    contextTokens: number,
    onWord: (word: string) => void,
  ): Promise<{ firstToken: number | null; stopReason: StopReason }> {
    const last = messages.at(-1)
    // An answer that goes on says the words after those that it has said.
    const begun = last?.role === 'assistant' ? wordsIn(last.text) : 0
    const gapMs = 1000 / this.speed.tokensPerSecond
    const unsaid = Math.max(0, words.length * 2 - begun)
    const most = Math.min(sampling.maxTokens ?? unsaid, contextTokens - promptTokens)
    let firstToken: number | null = null
    let before: number | null = null
    for (let i = 0; i < most && !signal.aborted; i++) {
      await pause(prefilled + (i + 1) * gapMs - performance.now(), signal)
      const now = performance.now()
      const word = words[(begun + i) % words.length] as string
      onWord(word.trim())
      log.token(word, before === null ? null : now - before, promptTokens + i + 1)
      if (firstToken === null) log.firstToken(now - sent)
      firstToken ??= now
      before = now
    }
    if (signal.aborted) return { firstToken, stopReason: 'stopped' }
    if (most === sampling.maxTokens) return { firstToken, stopReason: 'token-limit' }
    return { firstToken, stopReason: promptTokens + most >= contextTokens ? 'context-full' : 'end-of-text' }
  }

  private explain({ conversationId, messages }: Prompt, prompt: MadePrompt, commonTokens: number) {
    const ids = new Map<string, number>()
    const idOf = (word: string): number => ids.get(word) ?? ids.set(word, ids.size).size - 1
    const heldTokens = this.cached.map(idOf)
    const promptTokens = prompt.words.map(idOf)
    const spelled = [...ids.keys()]
    const isHeld = this.conversationId === conversationId
    return explainReuse({
      absence: isHeld ? null : this.absence(conversationId, messages),
      heldTokens,
      heldMessages: this.heldMessages,
      promptTokens,
      messages,
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

  async foresee({ conversationId, messages, saved }: ForeseeRequest): Promise<ForeseenTurn> {
    this.assertReady()
    const { words: prompt } = madePrompt(messages)
    const kept = (held: readonly string[]) => Math.min(commonWords(held, prompt), prompt.length - 1)
    if (this.conversationId === conversationId) return { promptTokens: prompt.length, keptTokens: kept(this.cached) }
    const keptTokens = saved && saved.messages.length > 0 ? Math.min(saved.tokens, kept(madePrompt(saved.messages).words)) : 0
    return { promptTokens: prompt.length, keptTokens, ...(saved ? { fromDisk: keptTokens > 0 } : {}) }
  }

  async rehearse(messages: readonly PromptMessage[], overflow: OverflowRequest): Promise<OverflowRehearsal> {
    const { report } = this
    if (!report) throw coded('no-model-loaded', {})
    const { words: prompt, spans } = madePrompt(messages)
    const problem = overflowProblem(overflow, report)
    if (problem) throw new CodedError(problem)
    const places = messagePlaces(spans, messages)
    return rehearse({ request: overflow, places, textTokens: prompt.length, limitTokens: report.contextTokens, canShift: true })
  }

  async forget(conversationId: string): Promise<void> {
    if (this.conversationId === conversationId) this.forgetAll()
  }

  sequences(): SequenceState[] {
    this.assertReady()
    const { conversationId, cached, isBusy } = this
    return [
      {
        conversationId,
        tokens: cached.length,
        bytes: cached.length * fakeTokenBytes,
        checkpoints: 0,
        isBusy,
        takenAfter: isBusy ? null : 0,
      },
    ]
  }

  async saveSequence(conversationId: string, path: string): Promise<SavedSequence> {
    this.assertReady()
    if (this.conversationId !== conversationId || this.cached.length === 0) throw coded('session-not-held', { conversationId })
    const bytes = await writeFakeState(path, this.cached, fakeTokenBytes)
    return { tokens: this.cached.length, bytes, checkpoints: [], messages: (this.heldMessages ?? []).map(messageHash) }
  }

  async restoreSequence({ conversationId, path }: RestoreRequest): Promise<{ tokens: number }> {
    this.assertReady()
    this.forgetAll()
    this.cached = await readFakeState(path)
    this.conversationId = conversationId
    return { tokens: this.cached.length }
  }

  async measure(task: BenchTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<BenchResult> {
    const { settings } = task
    // A context of its own, which is gone afterwards as the chat's is.
    const context = await this.createContext({ settings, contextTokens: contextOf(task, wordsIn), predictedBytes: null })
    this.report = undefined
    const { refusedType, fatalType, taskMs = 5 } = this.speed
    const uses = (type: KvType | undefined) => type === settings.keyType || type === settings.valueType
    if (uses(fatalType)) process.abort()
    if (uses(refusedType)) throw coded('bench-task-failed', { reason: `the fake engine was told to fail with ${refusedType}` })
    if (settings.valueType.includes('q') && settings.flashAttention === 'off')
      throw coded('settings-refused', {
        reason: 'quantized-value-needs-flash-attention',
        detail: 'A quantized V cache needs flash attention.',
      })
    const steps = 5
    for (let step = 1; step <= steps; step++) {
      await pause(taskMs / steps, signal)
      signal?.throwIfAborted()
      onProgress(step / steps)
    }
    return madeUpResult(task, { context, threads: settings.threads === 'auto' ? 1 : settings.threads })
  }

  countTokens(text: string): number {
    if (!this.loaded) throw coded('no-model-loaded', {})
    return wordsIn(text)
  }

  tokenAt(sequence: number, position: number): HeldToken | null {
    const word = sequence === 0 ? this.cached[position] : undefined
    return word === undefined ? null : { id: position, text: word }
  }

  sampleCaches(): CacheSample[] {
    const [cache] = this.report?.caches ?? []
    if (!this.report || !cache) return []
    const allocatedBytes = (cache.keyBytes + cache.valueBytes) / cache.streams
    const tokens = this.cached.length
    const usedCells = Math.min(tokens, cache.cells)
    const exact = clipSpans(this.promptSpans, 0, tokens)
    pushSpan(exact, 'assistant', tokens - (this.promptSpans.at(-1)?.to ?? 0))
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

  private forgetAll(): void {
    this.conversationId = null
    this.cached = []
    this.heldMessages = null
    this.reusedTokens = 0
    this.promptSpans = []
  }
}
