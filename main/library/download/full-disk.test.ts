/** Mounting a small disk needs root. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fillDisk, mountSmallDisk, noSmallDisks, unmount } from '../../store/testing/small-disk'
import { Network } from '../network/network'
import { MadeHub } from '../testing/made-hub'
import { failureIn } from '../testing/read-from-bad-server'
import { runTransfer } from './run-transfer'
import type { TransferWork } from './transfer-work'

const mib = 1 << 20
const content = randomBytes(6 * mib)
const diskMebibytes = 72

let hub: MadeHub
let disk: string
beforeEach(async () => {
  hub = await MadeHub.start({ 'org/m': { 'm.gguf': content } })
  disk = mkdtempSync(join(tmpdir(), 'headroom-disk-'))
  if (noSmallDisks === undefined) mountSmallDisk(disk, diskMebibytes)
})
afterEach(async () => {
  await hub.stop()
  if (noSmallDisks === undefined) unmount(disk)
  rmSync(disk, { recursive: true, force: true })
})

it('a download keeps its part file when the disk fills up, and continues once there is room', async ({ skip }) => {
  skip(noSmallDisks !== undefined, noSmallDisks)
  const path = join(disk, 'models/m.gguf')
  const work: TransferWork = {
    id: 'a',
    kind: 'download',
    name: 'a',
    source: 'a server',
    parts: [
      {
        from: new URL('org/m/resolve/main/m.gguf', hub.url).href,
        path,
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
        mark: null,
      },
    ],
  }
  const bring = (onBytes: (bytes: number) => void = () => {}) =>
    runTransfer(work, {
      network: new Network({ hub: hub.url }),
      signal: new AbortController().signal,
      onBytes,
      onPause: () => {},
      onVerifying: () => {},
      onLearnt: () => {},
      retryDelaysMs: [1],
    })
  const filler = join(disk, 'filler')
  let isFilled = false
  const failure = await failureIn(
    bring((bytes) => {
      if (isFilled || bytes < mib) return
      isFilled = true
      fillDisk(disk)
    }),
  )
  expect(failure).toEqual({ code: 'disk-full', facts: { path: join(disk, 'models') } })
  expect(readdirSync(join(disk, 'models'))).toEqual(['m.gguf.unfinished'])
  const there = readFileSync(`${path}.unfinished`)
  expect(there.length).toBeLessThan(content.length)
  expect(there.equals(content.subarray(0, there.length))).toBe(true)

  rmSync(filler)
  hub.sentBytes = 0
  await bring()
  expect(readFileSync(path).equals(content)).toBe(true)
  expect(hub.sentBytes).toBe(content.length - there.length)
  expect(readdirSync(join(disk, 'models'))).toEqual(['m.gguf'])
})
