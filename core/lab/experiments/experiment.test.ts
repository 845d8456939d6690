import { describe, expect, it } from 'vitest'
import { runAttentionShapes } from './attention-shapes'
import { type ExperimentResult, resultToCsv, resultToMarkdown } from './experiment'
import { runReservations } from './reservations'

describe('a result', () => {
  it('depends on its seed only', () => {
    expect(runReservations(3)).toEqual(runReservations(3))
    expect(runReservations(3).rows).not.toEqual(runReservations(4).rows)
  })
  it('is CSV with units in its header, and quotes where needed', () => {
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
  it('shows a small difference, and 0 only for no difference', () => {
    const result: ExperimentResult = {
      ...runAttentionShapes(7),
      columns: [{ key: 'difference', label: 'difference', unit: null }],
      rows: [{ difference: 0.0000041234 }, { difference: 0 }, { difference: 2.25294 }],
    }
    expect(resultToMarkdown(result)).toContain('| 0.0000041 |\n| 0 |\n| 2.2529 |\n')
  })
  it('states its assumption below its rows: the spread of the lengths is not the paper’s', () => {
    expect(resultToMarkdown(runReservations(7))).toMatch(/\n\* .*Their spread is an assumption/)
  })
})
