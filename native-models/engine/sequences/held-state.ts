import { closeSync, existsSync, openSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hasSpareMemory, isInMemory } from './state-folder'

/** The state of a sequence, held in memory. */
export interface HeldState {
  readonly bytes: number
  /** Returns a path from which llama.cpp can read the state. May write a file to `folder`. */
  pathIn(folder: string): Promise<string>
  /** Call it once. */
  free(): void
}

/**
 * Keeps the content of a file, which can then be deleted. A file that is in memory stays open instead of being read: reading takes as long as
 * writing, and large buffers make V8 collect all its garbage. If the engine is killed, the operating system frees the file.
 */
export async function holdState(file: string): Promise<HeldState> {
  return (await openState(file)) ?? bufferedState(file)
}

/** Sockets and model files need file descriptors, too. */
const mostOpen = 500
let open = 0

async function openState(file: string): Promise<HeldState | undefined> {
  if (open >= mostOpen || !isInMemory(file) || !hasSpareMemory()) return undefined
  const { size } = await stat(file)
  const descriptor = openOrNone(file)
  if (descriptor === undefined) return undefined
  open++
  const free = () => {
    open--
    closeSync(descriptor)
  }
  const place = `/proc/self/fd/${descriptor}`
  if (existsSync(place)) return { bytes: size, pathIn: async () => place, free }
  free()
  return undefined
}

/** Returns undefined if the process has too many open files. */
function openOrNone(file: string): number | undefined {
  try {
    return openSync(file, 'r')
  } catch {
    return undefined
  }
}

let written = 0

async function bufferedState(file: string): Promise<HeldState> {
  const state = await readFile(file)
  return {
    bytes: state.length,
    pathIn: async (folder) => {
      const copy = path.join(folder, `state-${++written}`)
      await writeFile(copy, state)
      return copy
    },
    free() {},
  }
}
