/** The file of `headroom plan --fleet`, which docs/fleet.md explains. Memory is in GiB, bandwidth in GB/s (10^9 bytes per second). */
import { z } from 'zod'

const positive = z.number().positive().max(1e9)
const count = z.int().min(1).max(1_000_000)
const tokens = z.int().min(0).max(100_000_000)
const name = z.string().min(1).max(80)

const peakRates = z.strictObject({ f16: positive, fp8: positive.optional(), int8: positive.optional() })

const gpu = z.union([name, z.strictObject({ name, gibibytes: positive, gigabytesPerSecond: positive, teraflops: peakRates.optional() })])

const link = z.union([name, z.strictObject({ gigabytesPerSecond: positive, microseconds: z.number().min(0).max(1e6).default(0) })])

const host = z.strictObject({
  name: name.optional(),
  count: count.default(1),
  /** An id of a machine preset, or the figures. Without it, the host computes on its CPU. */
  gpu: gpu.optional(),
  gpus: z.int().min(1).max(64).default(1),
  ramGibibytes: positive.optional(),
  ramGigabytesPerSecond: positive.optional(),
  /** Between the GPUs of a host. */
  link: link.optional(),
  /** Between this host and the others. */
  network: link.optional(),
})

const parallel = {
  tensorParallel: z.int().min(1).max(1024).default(1),
  pipelineParallel: z.int().min(1).max(512).default(1),
  /** Absent means as many replicas as the GPUs allow. */
  dataParallel: count.optional(),
  expertParallel: z.boolean().default(false),
  batchTokens: count.optional(),
  maxSequences: count.optional(),
  activationGibibytes: z.number().min(0).max(1e6).optional(),
  overheadGibibytes: z.number().min(0).max(1e6).optional(),
}

const share = z.number().gt(0).max(1)

const llamaCpp = z.strictObject({
  kind: z.literal('llama.cpp'),
  split: z.enum(['layer', 'row', 'tensor']).default('layer'),
  instances: count.default(1),
  microBatchTokens: z.int().min(1).max(1_000_000).default(512),
  flashAttention: z.enum(['auto', 'on', 'off']).default('auto'),
})
const vllm = z.strictObject({
  kind: z.literal('vllm'),
  ...parallel,
  blockTokens: z.int().min(1).max(4096).default(16),
  memoryUtilization: share.default(0.92),
})
const sglang = z.strictObject({ kind: z.literal('sglang'), ...parallel, memoryFraction: share.optional() })

export const workloadFile = z.strictObject({
  users: count.default(1),
  promptTokens: tokens.default(1024),
  outputTokens: tokens.default(256),
  /** The first tokens of every prompt, which are the same. */
  sharedPrefixTokens: tokens.default(0),
  ttftLimitMs: positive.optional(),
  itlLimitMs: positive.optional(),
})

export const fleetFile = z.strictObject({
  version: z.literal(1),
  hosts: z.array(host).min(1).max(1000),
  engine: z.discriminatedUnion('kind', [llamaCpp, vllm, sglang]),
  /** For a config.json. A GGUF file has its own types. */
  weights: name.optional(),
  kv: z.strictObject({ key: name, value: name }).optional(),
  workload: workloadFile.prefault({}),
})

export type FleetFile = z.infer<typeof fleetFile>
export type LlamaCppEngine = z.infer<typeof llamaCpp>
export type VllmEngine = z.infer<typeof vllm>
export type SglangEngine = z.infer<typeof sglang>
export type Workload = z.infer<typeof workloadFile>
