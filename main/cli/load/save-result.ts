import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LoadRun } from '../../../core/load/load-run'
import { serveResult } from '../../../core/load/results/serve-result'
import { safeFileName } from '../../../core/text/safe-file-name'
import { typedPath } from '../../library/files/typed-path'
import { UsageError } from '../input/flags'

/** Throws UsageError if the folder cannot be made. */
export async function resultFolder(typed: string): Promise<string> {
  const folder = typedPath(typed)
  await writing(folder, () => mkdir(folder, { recursive: true }))
  return folder
}

/** One file per run, named as by `vllm bench serve`. Replaces no file. Returns its path. */
export async function saveResult(folder: string, run: LoadRun, version: string): Promise<string> {
  const text = `${JSON.stringify(serveResult(run, version))}\n`
  for (let copy = 1; ; copy++) {
    const path = join(folder, `${safeFileName(nameOf(run), 'result', 150)}${copy > 1 ? `-${copy}` : ''}.json`)
    if (await writing(path, () => writeNew(path, text))) return path
  }
}

/** Returns false if the file exists. */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function writing<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw new UsageError(`${path} cannot be written: ${(error as Error).message}`)
  }
}

function nameOf({ server, arrivals, round, startedAt }: LoadRun): string {
  const rate = arrivals.kind === 'poisson' ? arrivals.perSecond : arrivals.kind === 'trace' ? 'trace' : 'inf'
  const concurrency = arrivals.kind === 'closed' ? `-concurrency${arrivals.concurrency}` : ''
  const model = server.model.split('/').at(-1) ?? ''
  const date = new Date(startedAt).toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-')
  return `${server.kind}-${rate}qps${concurrency}-${model}-${date}${round > 1 ? `-round${round}` : ''}`
}
