import { expect, it } from 'vitest'
import { poolingOf } from './pooling'
import { headerOf, readEntries } from './testing/header-bytes'
import type { MetadataEntry } from './testing/write-gguf'

const architecture: MetadataEntry = ['general.architecture', 'str', 'qwen3']
const poolingIn = async (...entries: readonly MetadataEntry[]) => poolingOf(await headerOf(readEntries([architecture, ...entries])))

it('reads how the vectors of tokens become one', async () => {
  expect(await poolingIn()).toEqual({ type: 'none', isCausal: true })
  expect(await poolingIn(['qwen3.pooling_type', 'u32', 3])).toEqual({ type: 'last', isCausal: true })
  expect(await poolingIn(['qwen3.pooling_type', 'u32', 1], ['qwen3.attention.causal', 'bool', false])).toEqual({
    type: 'mean',
    isCausal: false,
  })
  expect((await poolingIn(['qwen3.pooling_type', 'u32', 4])).type).toBe('rank')
})

it('knows only the kinds of pooling that llama.cpp has', async () => {
  for (const value of [5, 2 ** 32 - 1]) expect((await poolingIn(['qwen3.pooling_type', 'u32', value])).type).toBe('unknown')
  expect((await poolingIn(['llama.pooling_type', 'u32', 3])).type).toBe('none')
})
