/** llama-batched-bench evaluates random tokens of several sequences and samples nothing. It warms up first, and excludes loading. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'
import type { ToolFile } from './tool-source'

export interface BatchedTest {
  readonly modelPath: string
  readonly threads: number
  readonly sequences: number
  /** The length of each sequence's prompt. */
  readonly promptTokens: number
  readonly outputTokens: number
}

/** In tokens per second, of all sequences. */
export interface BatchedSpeed {
  readonly prefill: number
  readonly decode: number
}

const output = z.object({ n_ubatch: z.int(), pl: z.int(), speed_pp: z.number(), speed_tg: z.number() })

export async function runBatchedBench({ path, cwd }: ToolFile, test: BatchedTest): Promise<BatchedSpeed> {
  const { sequences, promptTokens, outputTokens } = test
  // Each sequence gets an equal part of the context, which llama.cpp rounds up to a multiple of 256.
  const cells = sequences * Math.ceil((promptTokens + outputTokens) / 256) * 256
  const { stdout } = await promisify(execFile)(
    path,
    [
      ...[
        '-m',
        test.modelPath,
        '-t',
        `${test.threads}`,
        '-tb',
        `${test.threads}`,
        '-ngl',
        '0',
        '-c',
        `${cells}`,
        '-b',
        '512',
        '-ub',
        '512',
      ],
      ...['-npp', `${promptTokens}`, '-ntg', `${outputTokens}`, '-npl', `${sequences}`, '--output-format', 'jsonl'],
    ],
    { cwd },
  )
  const line = stdout.split('\n').find((text) => text.startsWith('{'))
  const result = output.parse(JSON.parse(line ?? '{}'))
  if (result.n_ubatch !== 512 || result.pl !== sequences) throw new Error(`Expected ${sequences} sequences and batches of 512, got ${line}`)
  return { prefill: result.speed_pp, decode: result.speed_tg }
}
