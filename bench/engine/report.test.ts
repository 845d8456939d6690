import { describe, expect, it } from 'vitest'
import { asJson, asMarkdown, asText, type Result } from './report'
import { amount, atLeast, missing, ratioOf } from './row'

const result: Result = {
  machine: {
    cpu: 'Slow One',
    logicalCores: 2,
    memoryBytes: 8 * 2 ** 30,
    system: 'Linux',
    node: 'v20',
    nodeLlamaCpp: '3.21.1',
    llamaCpp: 'v0.4.0',
  },
  rounds: 2,
  busyMeasurements: 0,
  rows: [
    {
      what: 'decode',
      ours: amount([90, 92], 'tok/s'),
      theirs: amount([100, 100], 'tok/s'),
      ratio: ratioOf([90, 92], [100, 100]),
      aim: atLeast(0.9),
      note: null,
    },
    missing('window', 'no chromium'),
  ],
}

describe('the result of a benchmark', () => {
  it('is a table with the machine, the figures, the ratio and the verdict', () => {
    const text = asText(result)
    expect(text).toContain('Slow One, 2 logical cores, 8 GiB, Linux')
    expect(text).toMatch(/decode +91\.0 ± 1\.41 tok\/s +100 ± 0\.00 tok\/s +0\.91 \(0\.90 to 0\.92\) +≥ 0\.9 +yes/)
  })
  it('gives the reason if a part is missing', () => {
    expect(asText(result)).toMatch(/window \[1\] +– .*\n\n\[1\] no chromium/)
  })
  it('is provisional if a measurement began on a busy machine', () => {
    expect(asText(result)).not.toContain('provisional')
    expect(asText({ ...result, busyMeasurements: 1 })).toContain('provisional')
  })
  it('can be a Markdown table for the README', () => {
    expect(asMarkdown(result)).toContain('| decode | 91.0 ± 1.41 tok/s | 100 ± 0.00 tok/s | 0.91 (0.90 to 0.92) | ≥ 0.9 | yes |')
  })
  it('includes the verdict in its JSON form', () => {
    expect(JSON.parse(asJson(result)).rows.map((row: { met: boolean | null }) => row.met)).toEqual([true, null])
  })
})
