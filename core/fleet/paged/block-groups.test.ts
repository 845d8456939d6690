import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { fleetModelOf } from '../model/fleet-model'
import { modelsIn } from '../testing/known-model'
import { planned } from '../testing/planned'
import { blockDemand, blockGroups } from './block-groups'

const knownModel = modelsIn(readFileSync(new URL('../../plan/config/fixtures/converted.jsonl', import.meta.url), 'utf8'))
const wholeContext = { contextTokens: 16_384, promptTokens: 16_000, sharedTokens: 0 }
const full = { layers: [0], windowTokens: null }
const sliding = { layers: [1], windowTokens: 1024 }

it('one request needs as many blocks as vLLM’s own test expects', () => {
  // test_get_max_concurrency_for_kv_cache_config in vLLM: 1.5, 3 and 3 requests of 16,384 tokens, in batches of 1,024.
  const needed = [[full], [sliding], [full, sliding]].map((groups) => blockDemand(groups, 16, 1024, wholeContext).perUser)
  expect(needed).toEqual([1024, 129, 1024 + 129])
  expect((1024 * 1.5) / 1024).toBe(1.5)
  expect([129 * 3, (1024 + 129) * 3].map((blocks, at) => blocks / (needed[at + 1] ?? 0))).toEqual([3, 3])
})

it('full blocks of a shared prefix are stored once, but never the block of the prompt’s last token', () => {
  const tokens = { contextTokens: 1300, promptTokens: 1024, sharedTokens: 1000 }
  expect(blockDemand([full], 16, 2048, tokens)).toEqual({ perUser: 82 - 62, shared: 62 })
  expect(blockDemand([full], 16, 2048, { ...tokens, sharedTokens: 1024 })).toEqual({ perUser: 82 - 63, shared: 63 })
  expect(blockDemand([sliding], 16, 2048, tokens).shared).toBe(0)
})

const groupsOf = (name: string) => {
  const model = fleetModelOf(knownModel(name), 'bf16')
  return model && blockGroups(model, 1)?.map(({ layers, windowTokens }) => [layers.length, windowTokens])
}

it('a model with full attention has one group of all layers', () => {
  expect(groupsOf('Llama 3 8B')).toEqual([[32, null]])
})

it('windows and full attention form groups of equally many layers', () => {
  // 24 layers, every other one with a window of 128 tokens.
  const groups = groupsOf('gpt-oss 20B')
  expect(groups).toEqual([
    [12, 128],
    [12, null],
  ])
})

it('Llama 4 has one group, because vLLM keeps all tokens of its chunked layers', () => {
  expect(groupsOf('Llama 4 Scout')).toEqual([[48, null]])
})

it('a window keeps the batches of all pipeline stages and one more until they are processed', () => {
  const { replicas } = planned(knownModel('gpt-oss 20B'), {
    hosts: [{ gpu: 'h100-sxm', gpus: 2 }],
    engine: { kind: 'vllm', pipelineParallel: 2, batchTokens: 8192 },
    workload: { promptTokens: 49_000, outputTokens: 1000 },
  })
  // `max_concurrent_batches` of vLLM's V2 model runner: 2 stages + 1.
  expect(replicas[0]?.capacity.unitsPerUser).toBe(50_000 / 16 + Math.ceil((127 + 3 * 8192) / 16) + 1)
  // While users decode, each batch has one token of a user.
  const perUser = 50_000 / 16 + Math.ceil((127 + 3) / 16) + 1
  const users = Math.min(1024, Math.floor(((replicas[0]?.capacity.units ?? 0) - 1) / perUser))
  expect(replicas[0]?.assumptions).toEqual({ memoryShare: 0.92, batchTokens: 8192, whileDecoding: { unitsPerUser: perUser, users } })
  expect(users).toBeGreaterThan(replicas[0]?.usersThatFit ?? Number.POSITIVE_INFINITY)
})
