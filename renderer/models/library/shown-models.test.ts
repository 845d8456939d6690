import { describe, expect, it } from 'vitest'
import type { ModelFile } from '../../../core/contract/models/models'
import { makeHeader } from '../../../core/gguf/made-header'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { cacheCostOf } from '../../../core/plan/cache-cost'
import { type ListChoice, parametersText, shownModels } from './shown-models'

const model = (name: string, change: Partial<ModelFile> = {}): ModelFile => ({
  id: name,
  path: `/models/${name}.gguf`,
  name,
  origin: 'folder',
  architecture: 'llama',
  sizeBytes: 1,
  parts: 1,
  parameters: 1,
  weightType: 'q4_K',
  layers: 1,
  trainedTokens: 1,
  hasChatTemplate: true,
  cost: null,
  lastOpenedAt: null,
  missing: false,
  ...change,
})
const costOf = (heads: number) =>
  cacheCostOf(
    cacheShapeOf(
      makeHeader('llama', { context_length: 4096, block_count: 1, embedding_length: 64 * heads, 'attention.head_count': heads }),
    ),
  )
const models = [
  model('Model 10', { sizeBytes: 5, origin: 'ollama', cost: costOf(4) }),
  model('model 2', { sizeBytes: 9, weightType: 'q8_0' }),
  model('Alpha', { sizeBytes: 7, path: '/elsewhere/a.gguf', cost: costOf(2) }),
]
const names = (change: Partial<ListChoice> = {}, fitting = {}) =>
  shownModels(models, { text: '', origin: 'all', sort: 'recent', kvType: 'f16', ...change }, fitting).map(({ name }) => name)

describe('the list of models', () => {
  it('keeps the host’s order, or is sorted', () => {
    expect(names()).toEqual(['Model 10', 'model 2', 'Alpha'])
    expect(names({ sort: 'name' })).toEqual(['Alpha', 'model 2', 'Model 10'])
    expect(names({ sort: 'size' })).toEqual(['model 2', 'Alpha', 'Model 10'])
  })
  it('puts unknown values last', () => {
    expect(names({ sort: 'cost' })).toEqual(['Alpha', 'Model 10', 'model 2'])
    expect(names({ sort: 'fits' }, { 'model 2': 256, Alpha: null, 'Model 10': 4096 })).toEqual(['Model 10', 'model 2', 'Alpha'])
  })
  it('contains the models for which every search word appears in the name, path, architecture, quantization or origin', () => {
    expect(names({ text: 'MODEL ollama' })).toEqual(['Model 10'])
    expect(names({ text: 'q8_0' })).toEqual(['model 2'])
    expect(names({ text: 'elsewhere llama' })).toEqual(['Alpha'])
    expect(names({ text: 'nothing like it' })).toEqual([])
    expect(names({ origin: 'ollama' })).toEqual(['Model 10'])
  })
})

describe('the text of a parameter count', () => {
  it('has the units that are usual for models: B for billions, M for millions', () => {
    expect([7.99e9, 70.6e9, 5.1e6, 494e6, 1234].map(parametersText)).toEqual(['8.0 B', '71 B', '5.1 M', '494 M', '1,234'])
  })
})
