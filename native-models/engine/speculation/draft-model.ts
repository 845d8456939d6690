import { basename } from 'node:path'
import type { Llama, LlamaModel } from 'node-llama-cpp'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { DraftReport } from '../../../core/contract/models/draft'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { draftSettings } from '../../../core/speculation/draft-settings'
import { keepsState } from '../../../core/speculation/keeps-state'
import { type Vocabulary, vocabularyDifference, vocabularyKey, vocabularyOf } from '../../../core/speculation/vocabulary'
import { messageOf } from '../../../core/text/message-of'
import { type ContextInMemory, createContext } from '../context/create-context'
import type { Internals, SequenceState } from '../llama/llama-internals'
import type { LlamaLog } from '../llama/llama-log'
import { loadModel, type ModelInMemory } from '../llama/load-model'
import { readHeaderOf } from '../llama/read-header-of'

export interface DraftSequence {
  readonly internals: Internals
  readonly state: SequenceState
  readonly cells: number
  readonly batchTokens: number
  readonly vocabularyTokens: number
  readonly isClosed: boolean
  useThreads(threads: number): void
  cutTo(tokens: number): void
}

export interface DraftedFor {
  readonly loaded: ModelInMemory
  readonly context: ContextInMemory
}

export class DraftModel {
  private weights: (ModelInMemory & { readonly gpuLayers: number | 'auto' }) | undefined
  private context: ContextInMemory | undefined

  constructor(private readonly log: LlamaLog) {}

  /** Throws `draft-refused`, `draft-larger-than-memory`, `draft-load-failed`, and then no draft model is loaded. */
  async load(llama: Llama, main: DraftedFor, path: string, gpuLayers: number | 'auto'): Promise<DraftReport> {
    await this.disposeContext()
    try {
      if (!main.context.internals) throw coded('draft-refused', { name: basename(path), reason: { kind: 'other-bindings' } })
      await assertVocabulary(path, main.loaded.path)
      const weights = await this.ensureWeights(llama, path, gpuLayers)
      assertCanDraft(weights, main.loaded.model)
      const { report } = main.context
      const context = await createContext(weights, this.log, report.threads.cores, requestFor(report))
      this.context = context
      if (!context.internals) throw coded('draft-refused', { name: basename(path), reason: { kind: 'other-bindings' } })
      return {
        path,
        weightBytes: weights.description.weightBytes,
        contextBytes: context.report.contextBytes,
        cacheBytes: context.report.allocatedBytes,
        contextTokens: context.report.contextTokens,
        loadMs: weights.description.loadMs,
      }
    } catch (error) {
      await this.dispose()
      throw asDraftFailure(error, basename(path))
    }
  }

  sequence(index: number): DraftSequence | undefined {
    const { context, weights } = this
    const sequence = context?.sequences[index]
    if (!context?.internals || !weights || !sequence) return undefined
    const { internals } = context
    const state = internals.sequence(sequence)
    const isClosed = () => this.context !== context
    return {
      internals,
      state,
      cells: context.report.contextTokens,
      batchTokens: context.report.batchTokens,
      vocabularyTokens: weights.description.vocabularyTokens,
      get isClosed() {
        return isClosed()
      },
      useThreads(threads) {
        if (!isClosed()) internals.context.setThreads(threads)
      },
      cutTo(tokens) {
        const surplus = state.position - tokens
        if (surplus <= 0) return
        if (!internals.context.removeTokenCellsFromSequence(state.sequenceId, tokens, -1))
          throw new Error(`Expected llama.cpp to remove the last ${surplus} cells of the draft model`)
        state.dropLast(surplus)
      },
    }
  }

  async disposeContext(): Promise<void> {
    const { context } = this
    this.context = undefined
    await context?.context.dispose()
  }

  async dispose(): Promise<void> {
    await this.disposeContext()
    const { weights } = this
    this.weights = undefined
    await weights?.model.dispose()
  }

  private async ensureWeights(llama: Llama, path: string, gpuLayers: number | 'auto'): Promise<ModelInMemory> {
    if (this.weights?.path === path && this.weights.gpuLayers === gpuLayers) return this.weights
    await this.dispose()
    const weights = { ...(await loadModel(llama, this.log, path, gpuLayers, undefined, () => {})), gpuLayers }
    this.weights = weights
    return weights
  }
}

const requestFor = (main: ContextReport) => ({
  // A fixed thread count avoids a calibration. Each turn then sets the main model's count.
  settings: { ...defaultKvSettings, ...draftSettings(main), threads: 1, checkpointMebibytes: 0 },
  contextTokens: main.contextTokens,
  predictedBytes: null,
})

/** Reads the headers before loading, because node-llama-cpp hangs on some broken headers. */
async function assertVocabulary(path: string, mainPath: string): Promise<void> {
  const reading = { keptTexts: [vocabularyKey] }
  const [draft, main] = await Promise.all([readHeaderOf(path, reading), readHeaderOf(mainPath, reading)])
  const name = basename(path)
  if (!draft) throw coded('draft-load-failed', { name, reason: { kind: 'header-unreadable' } })
  const [drafts, mains] = [vocabularyOf(draft), main ? vocabularyOf(main) : null]
  const difference = drafts && mains ? vocabularyDifference(drafts, mains) : null
  if (difference) throw coded('draft-refused', { name, reason: { kind: 'other-vocabulary', difference } })
}

/** Call after loading, because llama.cpp fills in values that a header leaves out. */
function assertCanDraft({ model, path, shape }: ModelInMemory, main: LlamaModel): void {
  const { isRecurrent, isHybrid } = model.fileInsights
  if (isRecurrent || isHybrid || (shape && keepsState(shape)))
    throw coded('draft-refused', { name: basename(path), reason: { kind: 'recurrent-state' } })
  const difference = vocabularyDifference(specialTokens(model), specialTokens(main))
  if (difference) throw coded('draft-refused', { name: basename(path), reason: { kind: 'other-vocabulary', difference } })
}

const specialTokens = ({ vocabularyType, tokens }: LlamaModel): Vocabulary => ({
  type: vocabularyType,
  addBos: tokens.shouldPrependBosToken,
  addEos: tokens.shouldAppendEosToken,
  bos: tokens.bos,
  eos: tokens.eos,
  tokens: [],
})

function asDraftFailure(error: unknown, name: string): unknown {
  const failure = failureOf(error)
  if (failure?.code === 'draft-refused' || failure?.code === 'draft-load-failed') return error
  if (failure?.code === 'model-larger-than-memory')
    return coded('draft-larger-than-memory', { name, neededBytes: failure.facts.neededBytes, freeBytes: failure.facts.memoryBytes })
  if (failure?.code === 'model-load-failed')
    return coded('draft-load-failed', { name, reason: { kind: 'llama.cpp', quoted: failure.facts.quoted } })
  return coded('draft-load-failed', {
    name,
    reason: failure ? { kind: 'failure', failure } : { kind: 'llama.cpp', quoted: messageOf(error) },
  })
}
