import { describe, expect, it } from 'vitest'
import { testsFrom } from '../commands/bench'
import { counts, UsageError } from './flags'
import { kvPairs, variantsFrom } from './measuring-flags'

describe('the tests of a grid', () => {
  it('are llama-bench’s defaults at every depth if no test is given', () => {
    expect(testsFrom({ depth: '0,4096' })).toEqual([
      { prompt: 512, generated: 0, depth: 0 },
      { prompt: 0, generated: 128, depth: 0 },
      { prompt: 512, generated: 0, depth: 4096 },
      { prompt: 0, generated: 128, depth: 4096 },
    ])
  })
  it('are the tests that the flags name, and 0 removes a test, as in llama-bench', () => {
    expect(testsFrom({ pp: '64' })).toEqual([{ prompt: 64, generated: 0, depth: 0 }])
    expect(testsFrom({ pp: '0', tg: '16' })).toEqual([{ prompt: 0, generated: 16, depth: 0 }])
    expect(testsFrom({ pg: '512+128' })).toEqual([{ prompt: 512, generated: 128, depth: 0 }])
    expect(() => testsFrom({ pp: '0' })).toThrow(UsageError)
    expect(() => testsFrom({ pg: '512' })).toThrow('--pg takes P+G between commas, as in 512+128, got "512"')
  })
})

describe('the settings of a grid', () => {
  const read = (kv: string) => kvPairs({ kv }, 'kv')
  it('can have one type for K and V, or one for each', () => {
    expect(read('f16,q8_0:q4_0')).toEqual([
      { keyType: 'f16', valueType: 'f16' },
      { keyType: 'q8_0', valueType: 'q4_0' },
    ])
  })
  it.each(['', 'q9', 'f16:', 'f16:q8_0:q4_0', 'f16,,q8_0'])('are refused with a list of the valid types if the flag is %j', (kv) => {
    expect(() => read(kv)).toThrow(/^--kv takes types between commas, each T or K:V of f32, f16/)
  })
  it('combine each pair of types with each number of threads', () => {
    const pairs = [
      { keyType: 'f16', valueType: 'f16' },
      { keyType: 'q8_0', valueType: 'q8_0' },
    ] as const
    const settings = variantsFrom({ batch: '256', threads: '1,2' }, pairs, counts({ threads: '1,2' }, 'threads') ?? [])
    expect(settings.map(({ keyType, threads, batchTokens }) => [keyType, threads, batchTokens])).toEqual([
      ['f16', 1, 256],
      ['q8_0', 1, 256],
      ['f16', 2, 256],
      ['q8_0', 2, 256],
    ])
    expect(variantsFrom({}, pairs, []).map(({ threads }) => threads)).toEqual(['auto', 'auto'])
    for (const count of [0, 1025]) expect(() => variantsFrom({}, pairs, [1, count])).toThrow(UsageError)
    expect(() => variantsFrom({}, pairs, [1025])).toThrow(/^--threads: expected number to be <=1024$/)
  })
})
