/**
 * node-llama-cpp 3.21.1 doesn't bind `llama_memory_seq_cp`, so `copyCells` saves the sequence's state to a file and reads it once per copy.
 * On Linux the file is in memory (/dev/shm) if it fits there. If the engine is killed, the next copy deletes the file. Can be removed once
 * the bindings have `seq_cp`.
 */

import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LlamaContextSequence } from 'node-llama-cpp'
import { coded, failureOf } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'
import { messageOf } from '../../../core/text/message-of'

const prefix = 'headroom-cells-'
const memoryFolder = '/dev/shm'

export interface CellCopy {
  readonly bytes: number
}

/** If it throws `cells-not-copied`, the sequences in `to` are empty. */
export async function copyCells(from: LlamaContextSequence, to: readonly LlamaContextSequence[], expectedBytes: number): Promise<CellCopy> {
  for (const sequence of to) await sequence.clearHistory()
  if (from.nextTokenIndex === 0) return { bytes: 0 }
  let folder: string | undefined
  const failed = async (reason: ErrorFacts<'cells-not-copied'>['reason']) => {
    for (const sequence of to) await sequence.clearHistory()
    return coded('cells-not-copied', { reason })
  }
  try {
    folder = newFolder(parentFor(expectedBytes))
    const file = path.join(folder, 'sequence')
    const { fileSize } = await from.saveStateToFile(file)
    for (const sequence of to) {
      await sequence.loadStateFromFile(file, { acceptRisk: true })
      if (sequence.nextTokenIndex !== from.nextTokenIndex)
        throw await failed({ kind: 'tokens-missing', arrivedTokens: sequence.nextTokenIndex, expectedTokens: from.nextTokenIndex })
    }
    return { bytes: fileSize }
  } catch (error) {
    throw failureOf(error) ? error : await failed({ kind: 'error', quoted: messageOf(error) })
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

function parentFor(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    if (bavail * bsize > 2 * bytes) return memoryFolder
  } catch {
    // The folder does not exist.
  }
  return os.tmpdir()
}

function newFolder(parent: string): string {
  removeLeftovers(parent)
  return mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
}

export function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path.join(parent, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM means that the process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
