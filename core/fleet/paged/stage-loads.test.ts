import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fleetModelOf } from '../model/fleet-model'
import { modelsIn } from '../testing/known-model'
import type { HostGroup } from '../types/fleet'
import { stageLoads } from './stage-loads'

const knownModel = modelsIn(readFileSync(new URL('../../plan/config/fixtures/converted.jsonl', import.meta.url), 'utf8'))
const device = { name: 'GPU', kind: 'gpu', memoryBytes: 80e9, bytesPerSecond: 1e12, teraflops: null } as const
const link = { bytesPerSecond: 1e11, seconds: 0 }
const host: HostGroup = { name: 'host', count: 1, device, devicesPerHost: 2, ramBytes: null, link, network: null }

it('a token goes once to each rank that has one of its experts, and back, in layers with experts', () => {
  const model = fleetModelOf(knownModel('DeepSeek V2 Lite'), 'bf16')
  if (!model) throw new Error('Expected known weights')
  const [load] = stageLoads({
    model,
    ranges: [{ first: 0, end: 27 }],
    stages: [[{ host, devices: 1 }]],
    division: { tensorParallel: 1, expertRanks: 2 },
    expertReplicas: 2,
    tokenBytesOf: () => 0,
  })
  // The first of 27 layers has no experts. 6 of 64 experts are on the other of 2 ranks, unless all are on the own. 1 B there, 2 B back.
  expect(load?.transfers).toEqual([{ bytesPerToken: 26 * (1 - 0.5 ** 6) * 2048 * 3, hops: 2 * 26, link }])
})
