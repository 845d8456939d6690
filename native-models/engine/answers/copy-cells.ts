/**
 * Copies what one sequence holds to others of the same context.
 *
 * llama.cpp has `llama_memory_seq_cp` for this, which node-llama-cpp 3.21.1 does not bind. What it binds is the state of one
 * sequence as a file (`llama_state_seq_save_file`): written once and read once per copy. On Linux the file lies in memory
 * (/dev/shm). It holds the conversation's cells and tokens, so only its owner may read it, and it is gone when the copy is made;
 * what a killed engine left is removed before the next copy.
 * End condition: the bindings get `seq_cp`. With a cache per sequence (kv_unified is false) that copies the same cells.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import type { LlamaContextSequence } from 'node-llama-cpp'
import { coded } from '../../../core/contract/errors/coded-error'

const prefix = 'headroom-cells-'
const memoryFolder = '/dev/shm'

export interface CellCopy {
  /** Of the state: cells, and 4 bytes per token. */
  readonly bytes: number
}

/** `expectedBytes`: about how much the state will take. Throws `cells-not-copied`; `to` is empty then. */
export async function copyCells(from: LlamaContextSequence, to: readonly LlamaContextSequence[], expectedBytes: number): Promise<CellCopy> {
  for (const sequence of to) await sequence.clearHistory()
  if (from.nextTokenIndex === 0) return { bytes: 0 }
  let folder: string | undefined
  try {
    folder = newFolder(placeFor(expectedBytes))
    const file = path.join(folder, 'sequence')
    const { fileSize } = await from.saveStateToFile(file)
    for (const sequence of to) {
      await sequence.loadStateFromFile(file, { acceptRisk: true })
      if (sequence.nextTokenIndex !== from.nextTokenIndex)
        throw new Error(`${sequence.nextTokenIndex} of ${from.nextTokenIndex} tokens arrived`)
    }
    return { bytes: fileSize }
  } catch (error) {
    for (const sequence of to) await sequence.clearHistory()
    throw coded('cells-not-copied', { reason: error instanceof Error ? error.message : String(error) })
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true })
  }
}

/** Memory where the system offers it as a folder and it has room, else the folder for temporary files. */
function placeFor(bytes: number): string {
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    // Half of what is free: other programs use it too.
    if (bavail * bsize > 2 * bytes) return memoryFolder
  } catch {
    // Not on this system.
  }
  return os.tmpdir()
}

/** mkdtemp makes folders that only their owner may enter. */
function newFolder(place: string): string {
  removeLeftovers(place)
  return mkdtempSync(path.join(place, `${prefix}${process.pid}-`))
}

/** Folders of engines that are gone. */
export function removeLeftovers(place: string): void {
  for (const name of readdirSync(place)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid !== undefined && !isRunning(Number(pid))) rmSync(path.join(place, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Somebody else's process of that id is running, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
