import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { KvType } from '../../core/contract/settings/kv-types'
import type { ToolFile } from '../llama-bench/tool-source'
import { workFolder } from '../paths'

export interface PerplexityRun {
  readonly modelPath: string
  readonly textPath: string
  readonly threads: number
  readonly kvType: KvType
  readonly chunkTokens: number
  readonly chunks: number
}

/** The time of a short run is subtracted, to exclude loading, tokenizing and warm-up. */
const shortChunks = 2

export async function runLlamaPerplexity(tool: ToolFile, run: PerplexityRun): Promise<number> {
  const short = await seconds(tool, { ...run, chunks: shortChunks })
  const long = await seconds(tool, run)
  return ((run.chunks - shortChunks) * run.chunkTokens) / (long - short)
}

async function seconds(tool: ToolFile, { modelPath, textPath, threads, kvType, chunkTokens, chunks }: PerplexityRun): Promise<number> {
  const base = join(workFolder, 'perplexity-base.bin')
  const size = `${chunkTokens}`
  const shared = ['-m', modelPath, '-f', textPath, '-c', size, '-b', size, '-ub', size, '-t', `${threads}`, '-ngl', '0']
  const call = (args: readonly string[]) => promisify(execFile)(tool.path, args, { maxBuffer: 2 ** 26, cwd: tool.cwd })
  const started = performance.now()
  try {
    await call([...shared, '--chunks', `${chunks}`, '--kl-divergence-base', base])
    await call([...shared, '-ctk', kvType, '-ctv', kvType, '--kl-divergence', '--kl-divergence-base', base])
    return (performance.now() - started) / 1000
  } finally {
    rmSync(base, { force: true })
  }
}
