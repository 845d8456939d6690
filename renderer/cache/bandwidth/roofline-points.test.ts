import { expect, it } from 'vitest'
import { makeHeader } from '../../../core/gguf/made-header'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { decades, rooflineOf } from './roofline-points'

const settings = {
  ...({ keyType: 'f16', valueType: 'f16', flashAttention: 'on' } as const),
  ...{ sequences: 1, swaFullCache: false, contextTokens: 4096, batchTokens: 512 },
}

it('rooflineOf draws the roof from left to right with a bend at the ridge, and puts the limits of decode on it', () => {
  const { roof, series } = rooflineOf({
    model: {
      shape: cacheShapeOf(makeHeader('llama', { block_count: 1, context_length: 4096, embedding_length: 32, 'attention.head_count': 1 })),
      weights: {
        byType: [{ type: 'f16', bytes: 512_000 }],
        ...{ unreadBytes: 0, outputBytes: 0, lookupBytes: 0, experts: [], layerFlop: 512_000, outputFlop: 0, attentionFlop: 0 },
      },
    },
    settings,
    steps: [{ type: 'q8_0', tokens: 256, weightBytes: 100, cacheBytes: 0, writtenBytes: 0, movedBytes: 100, flop: 200 }],
    decodes: [{ tokens: 300, flopPerByte: 2, flopPerSecond: 15 }],
    peak: {
      ...{ measuredAt: 0, modelPath: '', modelName: '', modelBytes: 0, backend: 'cpu', threads: 2 },
      byBatch: [{ batchTokens: 512, tokensPerSecond: 1, flopPerSecond: 400 }],
    },
    roof: { bytesPerSecond: 10, flopPerSecond: 500 },
  })
  // The ridge is at 500 / 10 FLOP per byte.
  expect(roof.map(({ x, y }) => [x, y])).toEqual([
    [expect.closeTo(2 / 1.5, 9), expect.closeTo(20 / 1.5, 9)],
    [50, 500],
    [expect.any(Number), 500],
  ])
  expect(series.map(({ id, isMeasured }) => [id, isMeasured])).toEqual([
    ['prefill', true],
    ['decode', true],
    ['q8_0', false],
  ])
  // 512 tokens x 512,000 FLOP for 512,000 B, and 128 B read and 128 B written per cell.
  expect(series[0]?.points[0]?.x).toBeCloseTo((512 * 512_000) / (512_000 + 512 * 256), 9)
  expect(series[2]?.points).toEqual([{ x: 2, y: 20, name: '256 cells in use' }])
})

it('decades has a tick at each power of ten around the values', () => {
  expect(decades([3, 250])).toEqual({ least: 1, most: 1000, ticks: [1, 10, 100, 1000] })
  expect(decades([1]).ticks).toEqual([1, 10])
})
