/** Blocks that vLLM printed, against the plan. Figures in logs are rounded, so a plan may differ by as many blocks as the rounding hides. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { memorySource } from '../gguf/byte-window'
import { readGgufHeader } from '../gguf/read-header'
import { subjectFromConfig } from '../plan/config/subject-from-config'
import { planSubjectOf } from '../plan/plan-subject'
import { modelsIn } from './testing/known-model'
import { planned } from './testing/planned'

const knownModel = modelsIn(readFileSync(new URL('../plan/config/fixtures/converted.jsonl', import.meta.url), 'utf8'))
const gib = 2 ** 30
const gpu = (gibibytes: number) => ({ name: 'GPU', gibibytes, gigabytesPerSecond: 2000 })

it('Llama 3 8B on an A100 with 40 GB has the 5,691 blocks that vLLM printed, as far as its rounded figures tell', () => {
  // github.com/vllm-project/vllm/issues/12330: 39.50 GiB x 0.90, weights 14.96 GiB, non-torch 0.10, activations 9.37; KV cache 11.12 GiB.
  const plan = planned(knownModel('Llama 3 8B'), {
    hosts: [{ gpu: gpu(39.5) }],
    engine: { kind: 'vllm', memoryUtilization: 0.9, overheadGibibytes: 0.1, activationGibibytes: 9.37 },
    workload: { promptTokens: 8000, outputTokens: 192 },
  })
  const [replica] = plan.replicas
  const weights = replica?.devices[0]?.parts.find(({ kind }) => kind === 'weights')?.bytes ?? 0
  expect(Math.abs(weights / gib - 14.9595)).toBeLessThan(0.005)
  // A block has 2 MiB. Four figures with 0.005 GiB of rounding each hide 10 blocks.
  expect(Math.abs((replica?.capacity.units ?? 0) - 5691)).toBeLessThanOrEqual(10)
  // "Maximum concurrency for 8192 tokens per request: 11.12x"
  expect(replica?.capacity.unitsPerUser).toBe(512)
  expect(plan.usersThatFit).toBe(11)
})

it('a token of a 70B model takes the bytes that vLLM’s count of blocks implies', () => {
  // github.com/vllm-project/vllm/pull/12569: 1,381 blocks, "Maximum concurrency for 2048 tokens per request: 10.79x".
  const plan = planned(knownModel('Llama 3.3 70B'), {
    hosts: [{ gpu: gpu(200) }],
    engine: { kind: 'vllm' },
    weights: 'fp8',
    workload: { promptTokens: 2000, outputTokens: 48 },
  })
  const [replica] = plan.replicas
  expect(1381 / (replica?.capacity.unitsPerUser ?? 0)).toBeCloseTo(10.79, 2)
  const kv = replica?.devices[0]?.parts.find(({ kind }) => kind === 'kv')?.bytes ?? 0
  // 80 layers x 8 KV heads x (128 + 128) x 2 B x 16 tokens.
  expect(kv / (replica?.capacity.units ?? 1)).toBe(80 * 8 * 256 * 2 * 16)
})

it('a block of a model with 32 layers and 32 heads is 8 MiB, so that 8 GiB hold 16,384 tokens as in vLLM’s own test', () => {
  // test_estimate_max_model_len in vLLM: "16384 model_len need 8GB".
  const plan = planned(knownModel('Llama 2 7B'), { hosts: [{ gpu: gpu(80) }], engine: { kind: 'vllm' } })
  const kv = plan.replicas[0]?.devices[0]?.parts.find(({ kind }) => kind === 'kv')?.bytes ?? 0
  expect((8 * gib) / (kv / (plan.replicas[0]?.capacity.units ?? 1))).toBe(16_384 / 16)
})

it('Qwen 3 30B with tensor parallelism of 8 replicates each of its 4 KV heads, so the pool is not larger than with 4', () => {
  const kvOf = (tensorParallel: number): number => {
    const plan = planned(knownModel('Qwen 3 30B A3B'), { hosts: [{ gpu: gpu(80), gpus: 8 }], engine: { kind: 'vllm', tensorParallel } })
    const { devices, capacity } = plan.replicas[0] ?? {}
    const kv = devices?.[0]?.parts.find(({ kind }) => kind === 'kv')?.bytes ?? 0
    return kv / (capacity?.units ?? 1) / 16
  }
  // 48 layers x heads x (128 + 128) x 2 B.
  expect([1, 2, 4, 8].map(kvOf)).toEqual([48 * 4 * 512, 48 * 2 * 512, 48 * 512, 48 * 512])
})

it('MLA’s cache is whole on every rank', () => {
  const tokenOf = (tensorParallel: number): number => {
    const plan = planned(knownModel('DeepSeek V2 Lite'), { hosts: [{ gpu: gpu(80), gpus: 4 }], engine: { kind: 'vllm', tensorParallel } })
    const { devices, capacity } = plan.replicas[0] ?? {}
    const kv = devices?.[0]?.parts.find(({ kind }) => kind === 'kv')?.bytes ?? 0
    return kv / (capacity?.units ?? 1) / 16
  }
  // 27 layers x (512 + 64) x 2 B.
  expect([1, 4].map(tokenOf)).toEqual([27 * 576 * 2, 27 * 576 * 2])
})

it('a token of Qwen3 235B on SGLang with tensor parallelism of 4 takes the bytes that SGLang printed', () => {
  // github.com/vllm-project/vllm/issues/21348: "KV Cache is allocated. #tokens: 367404, K size: 8.23 GB, V size: 8.23 GB" (SGLang's GB are 2^30 B).
  const config = {
    model_type: 'qwen3_moe',
    architectures: ['Qwen3MoeForCausalLM'],
    hidden_size: 4096,
    intermediate_size: 12_288,
    moe_intermediate_size: 1536,
    num_hidden_layers: 94,
    num_attention_heads: 64,
    num_key_value_heads: 4,
    head_dim: 128,
    num_experts: 128,
    num_experts_per_tok: 8,
    max_position_embeddings: 40_960,
    vocab_size: 151_936,
    tie_word_embeddings: false,
  }
  const plan = planned(subjectFromConfig(JSON.stringify(config)), {
    hosts: [{ gpu: 'h100-sxm', gpus: 4 }],
    engine: { kind: 'sglang', tensorParallel: 4, memoryFraction: 0.93 },
    weights: 'fp8',
  })
  const [replica] = plan.replicas
  const kv = replica?.devices[0]?.parts.find(({ kind }) => kind === 'kv')?.bytes ?? 0
  const perToken = kv / (replica?.capacity.units ?? 1)
  expect((367_404 * perToken) / 2 / gib).toBeCloseTo(8.23, 2)
  // SGLang had room for 367,404 tokens, 13% fewer: docs/fleet.md says why a number of blocks or tokens is an estimate.
  expect(replica?.capacity.units).toBe(422_979)
})

it('Pocket on vLLM with tensor parallelism of 2 has the 10,922 blocks that npm run peers-lane recorded', async () => {
  const recording = readFileSync(new URL('../../native-models/fixtures/server-recordings/vllm/discover.json', import.meta.url), 'utf8')
  const logged = (name: string): number => Number(new RegExp(`[{,]${name}=\\\\\\\\*"(\\d+)`).exec(recording)?.[1])
  const pocket = readFileSync(new URL('../../native-models/pocket/pocket-f16.gguf', import.meta.url))
  const reading = await readGgufHeader(memorySource(pocket))
  if (!reading.ok) throw new Error('Expected a header')
  const plan = planned(planSubjectOf(reading.header, 'Pocket'), {
    hosts: [{ gpu: gpu(16), gpus: 2 }],
    engine: { kind: 'vllm', tensorParallel: 2, blockTokens: logged('block_size') },
  })
  const [replica] = plan.replicas
  const kv = replica?.devices[0]?.parts.find(({ kind }) => kind === 'kv')?.bytes ?? 0
  // The lane's vLLM computes in float32, and the plan counts 2 bytes per element.
  const blockBytes = (2 * kv) / (replica?.capacity.units ?? 1)
  expect(Math.floor(logged('kv_cache_memory_bytes') / blockBytes)).toBe(logged('num_gpu_blocks'))
})
