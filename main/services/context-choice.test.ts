import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/coded-error'
import { defaultKvSettings } from '../../core/contract/kv-settings'
import type { GgufHeader } from '../../core/gguf/header'
import { checkModelFile } from '../library/check-model-file'
import { chooseContext } from './context-choice'

const gib = 2 ** 30
let pocket: GgufHeader
beforeAll(async () => {
  pocket = (await checkModelFile(fileURLToPath(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url)))).header
})

describe('chooseContext', () => {
  it('takes what the model was trained for, and says what it will cost', () => {
    expect(chooseContext(pocket, 2048, defaultKvSettings, 8 * gib)).toEqual({ contextTokens: 2048, predictedBytes: 6_291_456 })
  })
  it('stops at 8,192 tokens by itself', () => {
    expect(chooseContext(pocket, 131_072, defaultKvSettings, 8 * gib).contextTokens).toBe(8192)
  })
  it('takes less where memory is short', () => {
    // Half a gibibyte is left alone; 1 MiB more holds 2^20 / 3,072 B = 341 tokens, 256 of them whole paddings.
    expect(chooseContext(pocket, 2048, defaultKvSettings, 0.5 * gib + 2 ** 20).contextTokens).toBe(256)
  })
  it('refuses a wish that memory cannot hold, with the numbers', () => {
    try {
      chooseContext(pocket, 2048, { ...defaultKvSettings, contextTokens: 10_000_000 }, gib)
      expect.unreachable()
    } catch (error) {
      // 10,000,000 tokens need 10,000,128 cells of 3,072 B each; the free half gibibyte holds 174,592.
      expect(failureOf(error)).toEqual({
        code: 'context-larger-than-memory',
        facts: { neededBytes: 10_000_128 * 3072, freeBytes: gib / 2, contextTokens: 10_000_000, fittingTokens: 174_592 },
      })
    }
  })
  it('lets a wish pass that fits, beyond what the model was trained for', () => {
    expect(chooseContext(pocket, 2048, { ...defaultKvSettings, contextTokens: 32_768 }, gib)).toEqual({
      contextTokens: 32_768,
      predictedBytes: 32_768 * 3072,
    })
  })
})
