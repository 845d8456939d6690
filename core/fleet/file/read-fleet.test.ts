import { describe, expect, it } from 'vitest'
import { failureOf } from '../../contract/errors/coded-error'
import { subjectFromConfig } from '../../plan/config/subject-from-config'
import { qwen32b } from '../../plan/testing/qwen3-32b'
import { readFleet } from './read-fleet'

const subject = subjectFromConfig(JSON.stringify(qwen32b))
const good = { version: 1, hosts: [{ gpu: 'h100-sxm', gpus: 8 }], engine: { kind: 'vllm', tensorParallel: 8 } }

function refusal(file: unknown, workload = {}) {
  try {
    readFleet('fleet.json', typeof file === 'string' ? file : JSON.stringify(file), subject, workload)
  } catch (error) {
    return failureOf(error)
  }
  return null
}
const reasonOf = (file: unknown, workload = {}) => {
  const failure = refusal(file, workload)
  return failure?.code === 'fleet-refused' ? [failure.facts.field, failure.facts.reason.kind] : failure
}

describe('a bad fleet file is refused with the field that is wrong', () => {
  it.each<[string, unknown, string, string]>([
    ['text that is not JSON', '{', '', 'json'],
    ['a file that is cut off', JSON.stringify(good).slice(0, 40), '', 'json'],
    ['a list', [], '', 'zod'],
    ['another version', { ...good, version: 2 }, 'version', 'zod'],
    ['no hosts', { ...good, hosts: [] }, 'hosts', 'zod'],
    ['an unknown field', { ...good, hosts: [{ gpu: 'h100-sxm', gpuCount: 8 }] }, 'hosts[0]', 'zod'],
    ['a negative count', { ...good, hosts: [{ gpu: 'h100-sxm', count: -1 }] }, 'hosts[0].count', 'zod'],
    ['an unknown GPU', { ...good, hosts: [{ gpu: 'h900' }] }, 'hosts[0].gpu', 'unknown-name'],
    ['an unknown link', { ...good, hosts: [{ gpu: 'l4', link: 'string' }] }, 'hosts[0].link', 'unknown-name'],
    ['a host without memory', { ...good, hosts: [{ name: 'empty' }] }, 'hosts[0]', 'no-memory'],
    ['an unknown engine', { ...good, engine: { kind: 'tgi' } }, 'engine.kind', 'zod'],
    ['a share above 1', { ...good, engine: { kind: 'vllm', memoryUtilization: 1.5 } }, 'engine.memoryUtilization', 'zod'],
    ['weights of another engine', { ...good, weights: 'q4_K_M' }, 'weights', 'unknown-name'],
    ['a type of K that the engine lacks', { ...good, kv: { key: 'q8_0', value: 'q8_0' } }, 'kv.key', 'unknown-name'],
    ['two types in vLLM', { ...good, kv: { key: 'fp8', value: 'auto' } }, 'kv.value', 'types-differ'],
    [
      'a prefix that is longer than the prompt',
      { ...good, workload: { promptTokens: 10, sharedPrefixTokens: 11 } },
      'workload.sharedPrefixTokens',
      'prefix-too-long',
    ],
    ['a workload without tokens', { ...good, workload: { promptTokens: 0, outputTokens: 0 } }, 'workload.promptTokens', 'no-tokens'],
  ])('%s', (_what, file, field, kind) => {
    expect(reasonOf(file)).toEqual([field, kind])
  })

  it('a value from the command line that is not allowed', () => {
    expect(reasonOf(good, { users: 0 })).toEqual(['workload.users', 'zod'])
  })
})

it('defaults fill what the file leaves out, and presets give figures', () => {
  const fleet = readFleet('fleet.json', JSON.stringify(good), subject)
  expect(fleet.weights).toBe('bf16')
  expect(fleet.workload).toEqual({ users: 1, promptTokens: 1024, outputTokens: 256, sharedPrefixTokens: 0 })
  expect(fleet.hosts).toEqual([
    {
      name: 'host-1',
      count: 1,
      devicesPerHost: 8,
      ramBytes: null,
      link: null,
      network: null,
      device: {
        name: 'NVIDIA H100 SXM',
        kind: 'gpu',
        gpu: 'cuda',
        memoryBytes: 80 * 2 ** 30,
        bytesPerSecond: 3350e9,
        teraflops: { f16: 989.5, fp8: 1979, int8: 1979 },
      },
    },
  ])
})

it('the command line’s workload replaces the file’s', () => {
  const text = JSON.stringify({ ...good, workload: { users: 4, promptTokens: 100 } })
  expect(readFleet('fleet.json', text, subject, { users: 9 }).workload).toMatchObject({ users: 9, promptTokens: 100 })
})
