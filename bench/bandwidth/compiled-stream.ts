import { execFile, spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root, workFolder } from '../paths'

const source = join(root, 'bench/bandwidth/stream.c')
const repetitions = 10

export type CompiledStream = { readonly path: string } | { readonly missing: string }

/** As users of STREAM compile it. */
export function compiledStream(compiler = process.env.CC ?? 'cc'): CompiledStream {
  mkdirSync(workFolder, { recursive: true })
  const path = join(workFolder, 'stream')
  const { status, error, stderr } = spawnSync(compiler, ['-O3', '-fopenmp', '-march=native', source, '-o', path], { encoding: 'utf8' })
  if (error) return { missing: `no C compiler (${compiler}) on this machine` }
  return status === 0 ? { path } : { missing: `${compiler} could not compile stream.c: ${stderr.trim().split('\n')[0]}` }
}

/** Returns bytes per second. */
export async function runStream(path: string, arrayBytes: number, threads: number): Promise<number> {
  const env = { ...process.env, OMP_NUM_THREADS: String(threads) }
  const { stdout } = await promisify(execFile)(path, [String(arrayBytes / 8), String(repetitions)], { env })
  return Number(stdout)
}
