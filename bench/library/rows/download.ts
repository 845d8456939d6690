/** Only Headroom hashes the file and flushes it to disk; curl does neither. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runTransfer } from '../../../main/library/download/run-transfer'
import { Network } from '../../../main/library/network/network'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../../engine/row'
import { workFolder } from '../../paths'
import { type ServedFile, withServedFile } from '../file-server'
import { timedTool } from '../run-tool'

const megabyte = 1_000_000

export async function downloadRows(rounds: Rounds): Promise<Row[]> {
  mkdirSync(workFolder, { recursive: true })
  const folder = mkdtempSync(join(workFolder, 'download-'))
  try {
    return await withServedFile(async (file) => {
      const rate = (seconds: number) => file.sizeBytes / megabyte / seconds
      const ours: number[] = []
      const curls: CurlFigures[] = []
      await rounds.play('download', {
        ours: async () => void ours.push(rate(await download(file, join(folder, 'ours.gguf')))),
        curl: async () => void curls.push(await curl(file, join(folder, 'curl.gguf'))),
      })
      const against = (what: string, seconds: (figures: CurlFigures) => number, note: string | null): Row => {
        const theirs = curls.map((figures) => rate(seconds(figures)))
        return { what, ours: amount(ours, 'MB/s'), theirs: amount(theirs, 'MB/s'), ratio: ratioOf(ours, theirs), aim: atLeast(0.9), note }
      }
      return [
        against(
          'download with SHA-256, flushed to disk, against curl alone',
          ({ curl }) => curl,
          `${(file.sizeBytes / 2 ** 20).toFixed(0)} MiB from a server on this machine. What curl downloads is still in the page cache when curl ends.`,
        ),
        against('the same, against curl and a flush to disk', ({ curl, sync }) => curl + sync, null),
        against('the same, against curl, a flush to disk and sha256sum', ({ curl, sync, sha256sum }) => curl + sync + sha256sum, null),
      ]
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function download({ url, sizeBytes, sha256 }: ServedFile, path: string): Promise<number> {
  const startedMs = performance.now()
  await runTransfer(
    { id: 'bench', kind: 'download', name: 'made.gguf', source: url, parts: [{ from: url, path, sizeBytes, sha256, mark: null }] },
    {
      network: new Network(),
      signal: new AbortController().signal,
      onBytes: () => {},
      onPause: () => {},
      onVerifying: () => {},
      onLearnt: () => {},
    },
  )
  const seconds = (performance.now() - startedMs) / 1000
  rmSync(path)
  return seconds
}

/** In seconds. */
interface CurlFigures {
  readonly curl: number
  readonly sync: number
  readonly sha256sum: number
}

async function curl({ url }: ServedFile, path: string): Promise<CurlFigures> {
  const figures = {
    curl: await timedTool('curl', ['--silent', '--fail', '--output', path, url]),
    sync: await timedTool('sync', [path]),
    sha256sum: await timedTool('sha256sum', [path]),
  }
  rmSync(path)
  return figures
}
