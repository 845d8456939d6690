import { existsSync } from 'node:fs'
import type { CacheSample, ContextReport, HeldToken } from '../../core/contract/cache/cache'
import type { HeldPrompt } from '../../core/contract/cache/held-prompt'
import type { CacheStore, SavedPrefix } from '../../core/contract/cache/prefixes'
import type { RestoreRequest, SavedSequence, SequenceState } from '../../core/contract/cache/sessions'
import type { PromptSettings } from '../../core/contract/chat/tools'
import type { PrefixRequest, ProcessedPrefix, PromptMessage, ReusePreview, ReusePreviewRequest } from '../../core/contract/chat/turn'
import type { CompareResult, CompareTask } from '../../core/contract/compare/compare-tasks'
import type { ShortText } from '../../core/contract/engine'
import { CodedError, coded } from '../../core/contract/errors/coded-error'
import type { DraftReport } from '../../core/contract/models/draft'
import type { EngineInfo, LoadedModel } from '../../core/contract/models/models'
import type { KvType } from '../../core/contract/settings/kv-types'
import type { OverflowPreview, OverflowRequest } from '../../core/contract/settings/overflow'
import { messageRanges } from '../../core/overflow/message-ranges'
import { overflowPreviewOf } from '../../core/overflow/overflow-preview'
import { overflowProblem } from '../../core/overflow/overflow-problem'
import { pause } from '../../core/streams/changes'
import type { AnswerHandle, ContextRequest, EngineBackend, PrefixKeeper, PromptRequest } from '../process/backend'
import { IdleWork } from '../process/idle-work'
import { SavedTokens } from '../process/saved-tokens'
import { turnStart } from '../process/turn-log'
import { fakeAbilities } from './fake-abilities'
import { FakePrefixes, sequenceId } from './fake-prefixes'
import { fakePrompts } from './fake-prompts'
import { FakeSequence } from './fake-sequence'
import { type FakeSpeed, ordinarySpeed } from './fake-speed'
import { readFakeState } from './fake-state'
import { madeContext } from './made-context'
import { commonWords, madePrompt, shownMessages, wordsIn } from './made-prompt'
import { contextOf, madeUpResult } from './made-up-measures'
import { type WritingOptions, writeAnswer } from './write-answer'

const trainedTokens = 2048
/** A raw prompt is read as a message. */
function plainRequest({ raw, ...request }: PromptRequest): PromptRequest {
  if (!raw) return request
  const text = 'text' in raw ? raw.text : fakePrompts.detokenize(raw.tokens).text
  return { ...request, messages: [{ role: 'user', text }] }
}

export class FakeEngine implements EngineBackend {
  private loaded = false
  private report: ContextReport | undefined
  private readonly sequence = new FakeSequence()
  private prefixStore: FakePrefixes | undefined
  private readonly savedWords = new SavedTokens<string>((path) => readFakeState(path).catch(() => []))
  private isBusy = false
  private readonly idleWork = new IdleWork()
  readonly prompts = fakePrompts
  readonly prefixKeeper: PrefixKeeper = {
    // `memoryBytes` is the budget.
    limitCopies: async () => {},
    copiedTokens: (conversationId) => this.prefixStore?.tokensOf(conversationId) ?? 0,
    warmPrefix: async (prefixId) => {
      const copy = this.prefixStore?.copyOf(prefixId)
      if (!copy) throw coded('prefix-not-found', { prefixId })
      const { held } = this.sequence
      if (held.conversationId !== copy.owner) this.prefixStore?.displaced(held)
      return { ...this.sequence.fill(copy.owner, copy.words), ms: 0 }
    },
    removePrefix: async (prefixId) => {
      if (prefixId === sequenceId) this.sequence.clear()
      else if (!this.prefixStore?.remove(prefixId)) throw coded('prefix-not-found', { prefixId })
    },
    processPrefix: (request, signal) => this.idleWork.run(signal, (ends) => this.processPrefix(request, ends)),
  }

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
      parameters: 5_083_904,
      vocabularyTokens: 2566,
      trainedTokens: this.trainedTokens,
      weightBytes: { ram: 10_174_464, vram: 0 },
      gpuLayers: 0,
      chatTemplate: { source: 'model', name: 'fake', abilities: fakeAbilities },
      loadMs: this.speed.loadMs,
    }
  }

  async createContext(request: ContextRequest): Promise<ContextReport> {
    const { contextTokens } = request
    if (!this.loaded) throw coded('no-model-loaded', {})
    if (contextTokens > (this.speed.mostContextTokens ?? contextTokens))
      throw coded('context-failed', { reason: { kind: 'llama.cpp', quoted: 'the fake engine was set to fail' } })
    this.report = madeContext(request, this.trainedTokens, this.speed.surplusBytes ?? 0)
    this.sequence.clear()
    const { prefillTokensPerSecond, memoryBytes = 0 } = this.speed
    this.prefixStore = new FakePrefixes({ contextTokens: this.report.contextTokens, memoryBytes, prefillTokensPerSecond })
    return this.report
  }

  async loadDraft(path: string): Promise<DraftReport> {
    if (!this.report) throw coded('no-model-loaded', {})
    await pause(this.speed.loadMs, undefined)
    const { contextTokens, allocatedBytes: cacheBytes } = this.report
    return {
      path,
      weightBytes: { ram: 10_174_464, vram: 0 },
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
    this.prefixStore = undefined
    this.sequence.clear()
  }

  assertReady(): void {
    if (!this.report) throw coded('no-model-loaded', {})
  }

  assertSequences(answers: number): void {
    if (!this.report) throw coded('no-model-loaded', {})
    const { sequences } = this.report
    if (sequences < answers) throw coded('answers-refused', { reason: 'too-few-sequences', answers, sequences })
  }

  async answer(asked: PromptRequest, answers: readonly AnswerHandle[]): Promise<void> {
    this.isBusy = true
    try {
      await this.idleWork.before(() => this.run(plainRequest(asked), answers))
    } finally {
      this.isBusy = false
    }
  }

  private async processPrefix({ prompts, ...request }: PrefixRequest, signal: AbortSignal): Promise<ProcessedPrefix> {
    const { sequence, prefixStore } = this
    if (!prefixStore) throw coded('no-model-loaded', {})
    const words = prompts
      .map((messages) => sequence.wordsOf({ ...request, messages }))
      .reduce((common, other) => common.slice(0, commonWords(other, common)))
    const { held } = sequence
    const kept = commonWords(held.words, words)
    const processedTokens = words.length - kept
    await pause((processedTokens * 1000) / this.speed.prefillTokensPerSecond, signal)
    if (signal.aborted) return { promptTokens: words.length, tokens: kept, processedTokens: 0, isComplete: false }
    if (held.conversationId !== request.conversationId) prefixStore.displaced(held)
    const { tokens } = sequence.fill(request.conversationId, words)
    prefixStore.displaced(sequence.held)
    return { promptTokens: words.length, tokens, processedTokens, isComplete: true }
  }

  private async run(request: PromptRequest, answers: readonly AnswerHandle[]): Promise<void> {
    const { report, sequence } = this
    if (!report) throw coded('no-model-loaded', {})
    for (const { log } of answers) {
      log.sent(request.sentAtMs)
      log.enter('tokenizing')
    }
    const totalCells = report.contextTokens
    const fromMemory = this.prefixStore?.use(request.conversationId, sequence.wordsOf(request), sequence.held)
    if (fromMemory) sequence.take(fromMemory)
    const read = sequence.read(request, totalCells)
    const { promptTokens, reusedTokens, reuse } = read
    for (const { log } of answers) {
      log.prompt(promptTokens, reusedTokens)
      log.enter('prefill')
    }
    const signal = answers.length === 1 ? answers[0]?.signal : undefined
    await pause(((promptTokens - reusedTokens) * 1000) / this.speed.prefillTokensPerSecond, signal)
    const prefilled = performance.now()
    sequence.prefilled(read)
    sequence.turnId = answers[0]?.log.turnId ?? null
    const shared = answers.length > 1 ? { answers: answers.length, copyMs: 0, cellBytes: 0, inOneBatch: true } : undefined
    await Promise.all(
      answers.map(async (answer, index) => {
        const { log } = answer
        log.processed(promptTokens - reusedTokens, promptTokens)
        log.enter('generating')
        const onWord: WritingOptions['onWord'] = index === 0 ? (word, type) => sequence.push(word, type) : () => {}
        const { tokensPerSecond, endlessReasoning = 0 } = this.speed
        const options = {
          prefilled,
          tokensPerSecond,
          isReasoningEndless: endlessReasoning > 0,
          promptTokens,
          contextTokens: totalCells,
          onWord,
        }
        const stopReason = await writeAnswer(request, answer, options)
        const seed = ((request.sampling.seed ?? 0) + index) % 2 ** 32
        if (index === 0) sequence.answered(request, log.readFrom(turnStart).update.text)
        const usedCells = promptTokens + log.outputCount
        log.finish({ stopReason, usedCells, totalCells, seed, threads: 1, reuse, shared, sequence: 0 })
      }),
    )
  }

  async previewReuse(request: ReusePreviewRequest): Promise<ReusePreview> {
    this.assertReady()
    return this.sequence.previewReuse(request)
  }

  async previewOverflow(written: readonly PromptMessage[], settings: PromptSettings, overflow: OverflowRequest): Promise<OverflowPreview> {
    const { report } = this
    if (!report) throw coded('no-model-loaded', {})
    const messages = shownMessages(written, settings)
    const { words: prompt, spans } = madePrompt(messages)
    const problem = overflowProblem(overflow, report)
    if (problem) throw new CodedError(problem)
    const ranges = messageRanges(spans, messages)
    return overflowPreviewOf({ request: overflow, ranges, textTokens: prompt.length, limitTokens: report.contextTokens, canShift: true })
  }

  async forget(conversationId: string): Promise<void> {
    this.prefixStore?.forget(conversationId)
    if (this.sequence.holds(conversationId)) this.sequence.clear()
  }

  sequences(): SequenceState[] {
    this.assertReady()
    return [this.sequence.state(this.isBusy)]
  }

  async saveSequence(conversationId: string, path: string): Promise<SavedSequence> {
    this.assertReady()
    return this.sequence.save(conversationId, path)
  }

  async restoreSequence(request: RestoreRequest): Promise<{ tokens: number }> {
    this.assertReady()
    const { held } = this.sequence
    if (held.conversationId !== request.conversationId) this.prefixStore?.displaced(held)
    return this.sequence.restore(request)
  }

  async findSaved(): Promise<null> {
    return null
  }

  async prefixes(saved: readonly SavedPrefix[]): Promise<CacheStore> {
    const { prefixStore } = this
    if (!prefixStore) throw coded('no-model-loaded', {})
    const words = await this.savedWords.of(saved)
    return prefixStore.describe(this.sequence.held, this.isBusy, saved, words)
  }

  async measure(task: CompareTask, signal: AbortSignal | undefined, onProgress: (share: number) => void): Promise<CompareResult> {
    if (task.kind === 'server') throw new Error('Expected a task for this machine, got one for a server')
    const { settings } = task
    const context = await this.createContext({ settings, contextTokens: contextOf(task, wordsIn), predictedBytes: null })
    this.report = undefined
    const { refusedType, fatalType, taskMs = 5, heldBy } = this.speed
    const uses = (type: KvType | undefined) => type === settings.keyType || type === settings.valueType
    if (uses(fatalType)) process.abort()
    if (uses(refusedType))
      throw coded('compare-task-failed', { reason: { kind: 'error', quoted: `the fake engine was set to fail with ${refusedType}` } })
    if (settings.valueType.includes('q') && settings.flashAttention === 'off')
      throw coded('settings-refused', {
        reason: { kind: 'quantized-value-needs-flash-attention', valueType: settings.valueType },
      })
    const steps = 5
    for (let step = 1; step <= steps; step++) {
      await pause(taskMs / steps, signal)
      signal?.throwIfAborted()
      onProgress(step / steps)
    }
    while (heldBy && existsSync(heldBy)) {
      await pause(taskMs, signal)
      signal?.throwIfAborted()
    }
    return madeUpResult(task, { context, threads: settings.threads === 'auto' ? 1 : settings.threads })
  }

  writeShort(_messages: readonly PromptMessage[], signal: AbortSignal | undefined): Promise<ShortText> {
    return this.idleWork.run(signal, async (ends) => {
      this.assertReady()
      const { shortText = 'A made-up title', tokensPerSecond } = this.speed
      await pause((wordsIn(shortText) * 1000) / tokensPerSecond, ends)
      return ends.aborted ? { text: '', end: 'interrupted' } : { text: shortText, end: 'ended' }
    })
  }

  countTokens(text: string): number {
    if (!this.loaded) throw coded('no-model-loaded', {})
    return wordsIn(text)
  }

  heldPrompt(turnId: string): HeldPrompt | null {
    return this.sequence.turnId === turnId ? this.sequence.heldPrompt() : null
  }

  tokensAt(sequence: number, from: number, to: number): HeldToken[] {
    return sequence === 0 ? this.sequence.wordsAt(from, to).map((text, index) => ({ id: from + index, text })) : []
  }

  sampleCaches(): CacheSample[] {
    return this.report ? this.sequence.sample(this.report) : []
  }
}
