/** A damaged database can still return correct rows, so each folder is opened again after its test. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, TestRunner } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import type { ErrorCode } from '../../../core/contract/errors/errors'
import { afterEveryFile, afterEveryTest } from '../../testing/endings'
import { openStore, type Store } from '../store'
import { whenReleased } from './when-released'

const ofTest = { folders: new Set<string>(), stores: new Set<Store>() }
const ofFile: typeof ofTest = { folders: new Set(), stores: new Set() }
const current = () => (TestRunner.getCurrentTest() ? ofTest : ofFile)

export function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'headroom-data-'))
  current().folders.add(folder)
  return folder
}

export function openTestStore(folder: string): Store {
  const owner = [ofTest, ofFile].find(({ folders }) => folders.has(folder))
  if (!owner) throw new Error('Expected a folder from dataFolder(): only those are opened again after the test')
  const store = openStore(folder, 'desktop')
  owner.stores.add(store)
  return store
}

export function codeOf(work: () => unknown): ErrorCode | undefined {
  try {
    work()
    return undefined
  } catch (error) {
    return failureOf(error)?.code
  }
}

afterEveryTest(() => end(ofTest))
afterEveryFile(() => end(ofFile))

async function end(used: typeof ofTest): Promise<void> {
  for (const store of used.stores) if (store.database.isOpen) store.close()
  used.stores.clear()
  const folders = [...used.folders]
  used.folders.clear()
  try {
    for (const folder of folders) {
      const { news, close } = openStore(folder, 'desktop')
      close()
      expect(news, 'what the next start has to report').toEqual([])
    }
  } finally {
    for (const folder of folders) await whenReleased(() => rmSync(folder, { recursive: true, force: true }))
  }
}
