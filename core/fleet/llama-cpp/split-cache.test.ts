import { expect, it } from 'vitest'
import { byHeads } from './split-cache'

const full = { kind: 'full', windowTokens: null, kvHeads: 3, keyDim: 64, valueDim: 64 } as const
const layerWith = (caches: readonly (typeof full)[]) => ({ denseBytes: 0, expertBytes: 0, flop: 0, caches })
const model = { layers: [layerWith([full]), layerWith([full]), layerWith([])] }
const attention = (index: number) => ({ index, kind: 'full' as const, cells: 256, kBytes: 300, vBytes: 300, stateBytes: 0 })
const recurrent = { index: 2, kind: 'recurrent' as const, cells: 1, kBytes: 0, vBytes: 0, stateBytes: 100 }
const layers = [attention(0), attention(1), recurrent]

it('tensor mode rounds heads down on the first device, which is another one in the next layer, and divides states', () => {
  expect(byHeads({ architecture: 'qwen3next', layers }, model, 2)).toEqual([
    { kv: 200 + 400, state: 50 },
    { kv: 400 + 200, state: 50 },
  ])
})

it('tensor mode keeps LFM2’s states, DeepSeek V4’s caches and indexers whole on every device', () => {
  expect(byHeads({ architecture: 'lfm2', layers: [recurrent] }, model, 2).map(({ state }) => state)).toEqual([100, 100])
  expect(byHeads({ architecture: 'deepseek4', layers: [attention(0)] }, model, 2).map(({ kv }) => kv)).toEqual([600, 600])
  const indexer = { ...attention(0), kind: 'indexer' as const }
  expect(byHeads({ architecture: 'minimax', layers: [indexer] }, model, 2).map(({ kv }) => kv)).toEqual([600, 600])
})
