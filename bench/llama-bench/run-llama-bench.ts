/** llama-bench warms up before it measures, and excludes loading. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { KvType } from '../../core/contract/settings/kv-types'
import type { ToolFile } from './tool-source'

export interface LlamaBenchTest {
  readonly modelPath: string
  readonly threads: number
  readonly kind: 'pp' | 'tg'
  readonly tokens: number
  readonly depth: number
  readonly repetitions: number
  /** Default: f16. */
  readonly kvType?: KvType
  /** Default: 0, because a GPU build would otherwise use the GPU. */
  readonly gpuLayers?: number
}

/** `flash_attn` is -1 for auto, 0 for off, 1 for on. Source: tools/llama-bench/llama-bench.cpp, llama.cpp v0.4.0. */
const output = z.tuple([z.object({ avg_ts: z.number(), flash_attn: z.int(), n_threads: z.int(), type_k: z.string(), n_ubatch: z.int() })])

/** In tokens per second. */
export async function runLlamaBench({ path, cwd }: ToolFile, test: LlamaBenchTest): Promise<number> {
  const kvType = test.kvType ?? 'f16'
  const counts = test.kind === 'pp' ? ['-p', `${test.tokens}`, '-n', '0'] : ['-p', '0', '-n', `${test.tokens}`]
  const size = ['-d', `${test.depth}`, '-r', `${test.repetitions}`]
  const common = ['-m', test.modelPath, '-t', `${test.threads}`, '-ngl', `${test.gpuLayers ?? 0}`, ...size]
  const { stdout } = await promisify(execFile)(path, [...common, ...counts, '-ctk', kvType, '-ctv', kvType, '-o', 'json'], { cwd })
  const [result] = output.parse(JSON.parse(stdout))
  const asExpected = result.flash_attn === -1 && result.type_k === kvType && result.n_ubatch === 512
  if (!asExpected) throw new Error(`Expected llama-bench to run with flash attention auto, ${kvType}, 512; got ${stdout}`)
  return result.avg_ts
}

export const nameOf = ({ kind, tokens, depth }: Pick<LlamaBenchTest, 'kind' | 'tokens' | 'depth'>): string =>
  `${kind}${tokens}${depth > 0 ? ` @ d${depth}` : ''}`
