import { expect, it } from 'vitest'
import { expertsPerRank, kvHeadsPerRank, layerRanges, paddedVocabulary } from './partition'

const starts = (layers: number, stages: number, engine: 'vllm' | 'sglang') =>
  layerRanges(layers, stages, engine).map(({ first, end }) => [first, end])

it('vLLM’s stages have the layers that its own test expects', () => {
  // tests/distributed/test_pipeline_partition.py in vLLM, test_uneven_auto_partition.
  expect(starts(2, 2, 'vllm')).toEqual([
    [0, 1],
    [1, 2],
  ])
  expect(starts(3, 2, 'vllm')).toEqual([
    [0, 2],
    [2, 3],
  ])
  expect(starts(4, 3, 'vllm')).toEqual([
    [0, 1],
    [1, 3],
    [3, 4],
  ])
  expect(starts(5, 3, 'vllm')).toEqual([
    [0, 2],
    [2, 4],
    [4, 5],
  ])
})

it('SGLang gives the layers that remain to its last stages', () => {
  expect(starts(5, 3, 'sglang')).toEqual([
    [0, 1],
    [1, 3],
    [3, 5],
  ])
})

it('KV heads are divided, and replicated if there are fewer heads than ranks', () => {
  expect([1, 2, 8, 16].map((ranks) => kvHeadsPerRank(8, ranks))).toEqual([8, 4, 1, 1])
})

it('the vocabulary is padded to a multiple of 64 tokens', () => {
  expect([32_000, 32_001, 128_256, 50_257].map(paddedVocabulary)).toEqual([32_000, 32_064, 128_256, 50_304])
})

it('experts that do not divide evenly are one more on the first ranks', () => {
  expect(expertsPerRank(128, 12)).toEqual({ base: 10, heavyRanks: 8 })
  expect(expertsPerRank(128, 16)).toEqual({ base: 8, heavyRanks: 0 })
})
