/**
 * A folder for states of sequences that exist for moments only. On Linux it is in memory (/dev/shm) if there is room. If the engine is killed,
 * the next one deletes the folder when it starts.
 */
import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

const prefix = 'headroom-cells-'
const memoryFolder = '/dev/shm'

/** `work` writes about `bytes`. The folder exists until `work` has ended. */
export async function inFolder<T>(bytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = newFolder(parentFor(bytes))
  try {
    return await work(folder)
  } finally {
    remove(folder)
  }
}

function parentFor(bytes: number): string {
  return spaceInMemory().free > 2 * bytes ? memoryFolder : os.tmpdir()
}

/** Whether a file may stay in memory. Half of the space is left for files that exist for moments only. */
export function hasSpareMemory(): boolean {
  const { free, total } = spaceInMemory()
  return free > total / 2
}

function spaceInMemory(): { readonly free: number; readonly total: number } {
  try {
    const { bavail, blocks, bsize } = statfsSync(memoryFolder)
    return { free: bavail * bsize, total: blocks * bsize }
  } catch {
    // The folder does not exist.
    return { free: 0, total: 0 }
  }
}

/** Whether a file in a folder from `inFolder` is in memory. */
export const isInMemory = (file: string): boolean => path.dirname(path.dirname(file)) === memoryFolder

const newFolder = (parent: string): string => mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))

/** Removes the folders of engines that have ended. */
export function removeLeftovers(parents: readonly string[] = [memoryFolder, os.tmpdir()]): void {
  for (const parent of parents)
    for (const name of namesIn(parent)) {
      const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
      if (pid !== undefined && !isRunning(Number(pid))) remove(path.join(parent, name))
    }
}

function namesIn(parent: string): string[] {
  try {
    return readdirSync(parent)
  } catch {
    // Only Linux has /dev/shm.
    return []
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch (error) {
    // It belongs to another user, or the process has too many open files.
    console.warn('[copy]', error)
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
