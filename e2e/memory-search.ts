/** What processes still have in memory. Objects that nothing refers to do not count: JavaScript does not overwrite freed memory. */
import { closeSync, openSync, readdirSync, readFileSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'

const pieceBytes = 16 * 2 ** 20

/** Which of `forms` are in memory that the process may write. Linux only. */
export function formsInMemory(pid: number, forms: readonly Buffer[]): Buffer[] {
  const missing = new Set(forms)
  const longest = Math.max(...forms.map(({ length }) => length))
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const piece = Buffer.alloc(pieceBytes + longest)
  try {
    for (const { from, to } of writableRanges(pid))
      for (let at = from; at < to; at += pieceBytes) {
        const wanted = Math.min(piece.length, to - at)
        const read = readAt(memory, piece, wanted, at)
        for (const form of missing) if (piece.subarray(0, read).includes(form)) missing.delete(form)
      }
  } finally {
    closeSync(memory)
  }
  return forms.filter((form) => !missing.has(form))
}

function writableRanges(pid: number): { from: number; to: number }[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      return from && to ? [{ from: Number.parseInt(from, 16), to: Number.parseInt(to, 16) }] : []
    })
}

/** The process may free the range before it is read. */
function readAt(memory: number, into: Buffer, bytes: number, at: number): number {
  try {
    return readSync(memory, into, 0, bytes, at)
  } catch {
    return 0
  }
}

/** The objects of the page, after a garbage collection. */
export async function pageHeap(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  return chunks.join('')
}

/** The objects of a Node process that was started with `--heapsnapshot-signal=SIGUSR2` and `--diagnostic-dir`, after a garbage collection. */
export async function nodeHeap(pid: number, folder: string): Promise<string> {
  process.kill(pid, 'SIGUSR2')
  for (;;) {
    const [name] = readdirSync(folder).filter((entry) => entry.includes(`.${pid}.`))
    const text = name ? readFileSync(join(folder, name), 'utf8') : ''
    // The file is written in pieces.
    if (name && text.trimEnd().endsWith(']}')) {
      rmSync(join(folder, name))
      return text
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
