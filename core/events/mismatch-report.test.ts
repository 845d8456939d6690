import { expect, it } from 'vitest'
import type { ContextReport } from '../contract/cache/cache'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import { differs, mismatchReport } from './mismatch-report'

const context = (comparison: ContextReport['comparison']): ContextReport => ({
  contextTokens: 2048,
  trainedTokens: 4096,
  sequences: 1,
  batchTokens: 512,
  keyType: 'f16',
  valueType: 'f16',
  flashAttention: true,
  swaFullCache: false,
  caches: [],
  allocatedBytes: 0,
  predictedBytes: 0,
  comparison,
  contextBytes: { ram: 0, vram: 0 },
  threads: { chosen: 1, cores: 2, measured: [] },
})

it('a mismatch is reported if one cache differs in bytes or is missing from the plan', () => {
  const cache = { kind: 'full' as const, cells: 256 }
  expect(differs(context([]))).toBe(false)
  expect(differs(context([{ ...cache, predictedBytes: 5, allocatedBytes: 5 }]))).toBe(false)
  expect(differs(context([{ ...cache, predictedBytes: 5, allocatedBytes: 6 }]))).toBe(true)
  expect(differs(context([{ ...cache, predictedBytes: null, allocatedBytes: 5 }]))).toBe(true)
})

it('the mismatch report lists the planned bytes, the allocated bytes, and the machine', () => {
  const report = mismatchReport({
    version: '1.2.3',
    platform: 'linux x64',
    engine: {
      engine: 'node-llama-cpp 3',
      release: 'v0.4.0',
      backend: 'cuda',
      devices: ['a GPU'],
      vram: null,
      cores: 8,
      pid: 1,
    },
    architecture: 'gemma3',
    settings: defaultKvSettings,
    context: context([
      { kind: 'full', cells: 2048, predictedBytes: 5000, allocatedBytes: 6000 },
      { kind: 'sliding', cells: 512, predictedBytes: 700, allocatedBytes: null },
    ]),
  })
  expect(report.split('\n').slice(1)).toEqual([
    'Headroom 1.2.3 on linux x64, node-llama-cpp 3, llama.cpp v0.4.0, cuda (a GPU)',
    'Architecture gemma3, context of 2,048 tokens',
    `Settings ${JSON.stringify(defaultKvSettings)}`,
    '  full, 2,048 cells: predicted 5,000 bytes, allocated 6,000 bytes',
    '  sliding, 512 cells: predicted 700 bytes, allocated nothing',
  ])
})
