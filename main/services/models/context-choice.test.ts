import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import type { CacheShape } from '../../../core/kv/shape/cache-shape'
import { checkModelFile } from '../../library/header/check-model-file'
import { assertAccepted, chooseContext } from './context-choice'

const gib = 2 ** 30
let pocket: CacheShape
beforeAll(async () => {
  const path = fileURLToPath(new URL('../../../native-models/pocket/pocket-f16.gguf', import.meta.url))
  pocket = cacheShapeOf((await checkModelFile(path)).header)
})

function failed(work: () => unknown) {
  try {
    work()
  } catch (error) {
    return failureOf(error)
  }
  return undefined
}

describe('chooseContext', () => {
  it('chooses the context that the model was trained with, and states its size in bytes', () => {
    expect(chooseContext(pocket, defaultKvSettings, 8 * gib)).toEqual({ contextTokens: 2048, predictedBytes: 6_291_456 })
  })
  it('chooses at most 8,192 tokens by default', () => {
    expect(chooseContext({ ...pocket, trainedTokens: 131_072 }, defaultKvSettings, 8 * gib).contextTokens).toBe(8192)
  })
  it('chooses a smaller context if memory is short', () => {
    // 512 MiB must stay free. 1 MiB more has room for 2^20 / 3,072 B = 341 tokens, rounded down to 256.
    expect(chooseContext(pocket, defaultKvSettings, 0.5 * gib + 2 ** 20).contextTokens).toBe(256)
  })
  it('refuses a requested context that does not fit in memory, with the sizes', () => {
    // 10,000,000 tokens need 10,000,128 cells of 3,072 B. Only 174,592 cells fit into the free 512 MiB.
    expect(failed(() => chooseContext(pocket, { ...defaultKvSettings, contextTokens: 10_000_000 }, gib))).toEqual({
      code: 'context-larger-than-memory',
      facts: { neededBytes: 10_000_128 * 3072, freeBytes: gib / 2, contextTokens: 10_000_000, fittingTokens: 174_592 },
    })
  })
  it('accepts a requested context beyond the trained context if it fits', () => {
    expect(chooseContext(pocket, { ...defaultKvSettings, contextTokens: 32_768 }, gib)).toEqual({
      contextTokens: 32_768,
      predictedBytes: 32_768 * 3072,
    })
  })
})

describe('assertAccepted', () => {
  it('accepts the default settings', () => {
    expect(failed(() => assertAccepted(pocket, defaultKvSettings))).toBeUndefined()
  })
  it('states why llama.cpp would refuse other settings', () => {
    expect(failed(() => assertAccepted(pocket, { ...defaultKvSettings, valueType: 'q8_0', flashAttention: 'off' }))).toEqual({
      code: 'settings-refused',
      facts: { reason: { kind: 'quantized-value-needs-flash-attention', valueType: 'q8_0' } },
    })
  })
})
