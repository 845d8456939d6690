import { statSync } from 'node:fs'
import { InsufficientMemoryError, type Llama, type LlamaModel } from 'node-llama-cpp'
import { type WeightReads, weightReadsOf } from '../../../core/bandwidth/weights/weight-reads'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { LoadedModel } from '../../../core/contract/models/models'
import { type Pooling, poolingOf } from '../../../core/gguf/pooling'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { messageOf } from '../../../core/text/message-of'
import { type PromptRenderer, promptRenderer } from '../prompt/render-prompt'
import { keepSpaces } from './keep-spaces'
import type { LlamaLog } from './llama-log'
import { readHeaderOf } from './read-header-of'
import { trainedTokensOf } from './trained-tokens'

export interface ModelInMemory {
  readonly path: string
  readonly model: LlamaModel
  readonly renderer: PromptRenderer
  readonly chatTemplate: string | null
  readonly shape: CacheShape | undefined
  readonly weights: WeightReads | undefined
  readonly pooling: Pooling | undefined
  readonly description: LoadedModel
}

export async function loadModel(
  llama: Llama,
  log: LlamaLog,
  path: string,
  gpuLayers: number | 'auto',
  signal: AbortSignal | undefined,
  onProgress: (share: number) => void,
  chatTemplate: string | null = null,
): Promise<ModelInMemory> {
  const mark = log.mark
  const started = performance.now()
  let model: LlamaModel | undefined
  try {
    model = await llama.loadModel({ modelPath: path, gpuLayers, onLoadProgress: onProgress, ...(signal ? { loadSignal: signal } : {}) })
    keepSpaces(model)
    const renderer = await promptRenderer(model, chatTemplate)
    const header = await readHeaderOf(path)
    const shape = header && cacheShapeOf(header)
    const weights = (header && weightReadsOf(header)) ?? undefined
    return {
      path,
      model,
      renderer,
      chatTemplate,
      shape,
      weights,
      pooling: header && poolingOf(header),
      description: describe(model, path, renderer, performance.now() - started),
    }
  } catch (error) {
    await model?.dispose()
    if (signal?.aborted) throw signal.reason
    if (failureOf(error)) throw error
    await log.settled()
    if (error instanceof InsufficientMemoryError) {
      const { total } = await llama.getRamState()
      throw coded('model-larger-than-memory', { path, neededBytes: statSync(path).size, memoryBytes: total })
    }
    throw coded('model-load-failed', { path, quoted: log.reasonSince(mark) ?? messageOf(error) })
  }
}

function describe(model: LlamaModel, path: string, renderer: PromptRenderer, loadMs: number): LoadedModel {
  const { ram, vram } = model.memoryUsage
  return {
    path,
    description: model.typeDescription,
    parameters: parametersOf(model),
    vocabularyTokens: [...model.iterateAllTokens()].length,
    trainedTokens: trainedTokensOf(model),
    weightBytes: { ram, vram },
    gpuLayers: model.gpuLayers,
    chatTemplate: renderer.template,
    loadMs,
  }
}

const parametersOf = (model: LlamaModel): number =>
  (model.fileInfo.fullTensorInfo ?? []).reduce(
    (sum, tensor) => sum + tensor.dimensions.reduce<number>((product, size) => product * Number(size), 1),
    0,
  )
