import { describe, expect, it } from 'vitest'
import { defaultKvSettings } from '../../../../core/contract/settings/kv-defaults'
import { emptyGrid, gridVariants } from './grid-variants'

const grid = (lists: Partial<typeof emptyGrid>) => gridVariants({ ...emptyGrid, ...lists }, defaultKvSettings)

describe('a grid of settings', () => {
  it('has every combination, with V equal to K', () => {
    const made = grid({ keyTypes: 'f16, q8_0', threads: '1 2' })
    expect(made.ok && made.values.map(({ keyType, valueType, threads }) => [keyType, valueType, threads])).toEqual([
      ['f16', 'f16', 1],
      ['f16', 'f16', 2],
      ['q8_0', 'q8_0', 1],
      ['q8_0', 'q8_0', 2],
    ])
  })
  it('combines K and V if both are listed', () => {
    const made = grid({ keyTypes: 'f16 q8_0', valueTypes: 'q4_0 f16', flashAttention: 'on' })
    expect(made.ok && made.values.map(({ keyType, valueType }) => `${keyType}:${valueType}`)).toEqual([
      'f16:q4_0',
      'f16:f16',
      'q8_0:q4_0',
      'q8_0:f16',
    ])
  })
  it('has only the base setting if all lists are empty', () => {
    expect(grid({})).toEqual({ ok: true, values: [defaultKvSettings] })
  })
  it.each([
    [{ keyTypes: 'f16, q3_0' }, '“q3_0” is not a cache type'],
    [{ flashAttention: 'maybe' }, '“maybe” is not a mode of flash attention'],
    [{ threads: '0' }, 'Threads must be whole numbers from 1'],
    // 9 types x 25 thread counts
    [
      { keyTypes: 'f32 f16 bf16 q8_0 q5_1 q5_0 q4_1 q4_0 iq4_nl', threads: Array.from({ length: 25 }, (_, at) => at + 1).join(' ') },
      '225 settings',
    ],
  ])('is refused with a reason: %j', (lists, reason) => {
    expect(grid(lists)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) })
  })
})
