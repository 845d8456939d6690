import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { makeReadOnly, mountSmallDisk, noSmallDisks, unmount } from '../../store/testing/small-disk'
import { dataFolder, openTestStore } from '../../store/testing/test-store'

const entry = join(import.meta.dirname, '../../../out/cli/index.mjs')

async function refusalOf(data: string): Promise<{ readonly code: number | null; readonly words: string }> {
  const host = spawn(process.execPath, [entry, 'serve', '--data', data], { stdio: ['ignore', 'ignore', 'pipe'] })
  const [words, [code]] = await Promise.all([text(host.stderr as Readable), once(host, 'exit')])
  return { code, words }
}

it.skipIf(noSmallDisks)('headroom serve refuses a folder on a read-only disk with an explanation, and changes nothing in it', async () => {
  const disk = mkdtempSync(join(tmpdir(), 'headroom-read-only-'))
  mountSmallDisk(disk, 32)
  try {
    makeReadOnly(disk)
    for (const [data, reason] of [
      [disk, 'The disk is read-only.'],
      [join(disk, 'new'), 'The folder cannot be created.'],
    ] as const) {
      const { code, words } = await refusalOf(data)
      expect(words).toBe(
        `store-failed: Headroom cannot write to ${data}. ${reason} Check the disk and the permissions of this folder, then try again.\n`,
      )
      expect(code).toBe(2)
    }
    expect(readdirSync(disk)).toEqual([])
  } finally {
    unmount(disk)
    rmSync(disk, { recursive: true, force: true })
  }
})

it('headroom serve refuses a folder that another Headroom process uses, and names that process', async () => {
  const data = dataFolder()
  openTestStore(data)
  const { code, words } = await refusalOf(data)
  expect(words).toMatch(/^data-folder-in-use: .*the desktop app, process \d+.*\n$/)
  expect(code).toBe(2)
  expect(readFileSync(join(data, 'in-use-by.txt'), 'utf8')).toBe(`desktop app, process ${process.pid}`)
})
