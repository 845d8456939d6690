import { describe, expect, it } from 'vitest'
import { failureOf } from '../../contract/coded-error'
import { runAttentionShapes } from './attention-shapes'
import { type ExperimentResult, resultToCsv, resultToMarkdown } from './experiment'
import { runPageSizes, runPrefixSharing, runReservations } from './memory'

const column = (result: ExperimentResult, key: string) => result.rows.map((row) => row[key] as number)

describe('MHA, GQA, MQA and MLA', () => {
  it('MLA in the shape of DeepSeek-V3 takes 70,272 bytes per token at f16, in every layer', () => {
    const result = runAttentionShapes(7)
    const [mla] = result.rows.filter(({ attention }) => attention === 'MLA')
    expect(mla).toMatchObject({ f16Bytes: 70_272, q8Bytes: 61 * 18 * 34 })
    // 2 x 61 x 128 heads x 128 x 2 bytes.
    expect(result.rows[0]).toMatchObject({ attention: 'MHA', f16Bytes: 3_997_696, share: 100 })
  })
})

describe('page sizes', () => {
  const result = runPageSizes(7)
  it('of one token waste nothing, and larger ones ever more', () => {
    const fragmentation = column(result, 'fragmentation')
    expect(fragmentation[0]).toBe(0)
    expect(fragmentation).toEqual(fragmentation.toSorted((a, b) => a - b))
    expect(column(result, 'blockTokens')).toContain(16)
  })
})

describe('page sizes of one’s own', () => {
  it('are measured instead, and one that no pool has is refused with what there is', () => {
    expect(column(runPageSizes(7, [12, 24]), 'blockTokens')).toEqual([12, 24])
    try {
      runPageSizes(7, [16, 512])
      expect.unreachable()
    } catch (error) {
      expect(failureOf(error)).toEqual({ code: 'lab-block-too-large', facts: { blockTokens: 512, contextTokens: 2048 } })
    }
  })
})

describe('prefix sharing', () => {
  const result = runPrefixSharing(7)
  it('finds most of each prompt in a pool that holds all conversations, less where the pool or the blocks do not fit', () => {
    const rate = (poolTokens: number, blockTokens: number) =>
      result.rows.find((row) => row.poolTokens === poolTokens && row.blockTokens === blockTokens)?.hitRate as number
    expect(rate(65_536, 1)).toBeGreaterThan(85)
    expect(rate(65_536, 16)).toBeLessThan(rate(65_536, 1))
    expect(rate(65_536, 256)).toBeLessThan(rate(65_536, 16))
    expect(rate(16_384, 16)).toBeLessThan(rate(65_536, 16))
  })
})

describe('a result', () => {
  it('is the same for the same seed, and another for another', () => {
    expect(runReservations(3)).toEqual(runReservations(3))
    expect(runReservations(3).rows).not.toEqual(runReservations(4).rows)
  })
  it('is CSV with units in its head, and quotes where a cell needs them', () => {
    const result: ExperimentResult = {
      ...runAttentionShapes(7),
      columns: [
        { key: 'name', label: 'name', unit: null },
        { key: 'size', label: 'size', unit: 'bytes' },
      ],
      rows: [
        { name: 'a "b", c', size: 1.5 },
        { name: 'd', size: null },
      ],
    }
    expect(resultToCsv(result)).toBe('name,size (bytes)\r\n"a ""b"", c",1.5\r\nd,\r\n')
    expect(resultToMarkdown(result)).toContain('| name | size, bytes |\n| --- | --- |\n| a "b", c | 1.5 |\n| d |  |\n')
  })
})
