/** A saved cache has to be whole whenever its file has its final name, because the next start offers it to the engine. */
import { createHmac } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const sealBytes = 48
const macBytes = 32

export interface CacheFaults {
  readonly checked: number
  /** Names of files. */
  readonly damaged: readonly string[]
}

/** Computes the seals itself. */
export function faultsOfCaches(folder: string, key: Buffer | undefined): CacheFaults {
  const caches = join(folder, 'sessions')
  const names = existsSync(caches) ? readdirSync(caches).filter((name) => name.endsWith('.session')) : []
  return { checked: names.length, damaged: names.filter((name) => !key || !isSealed(readFileSync(join(caches, name)), key)) }
}

function isSealed(file: Buffer, key: Buffer): boolean {
  if (file.length <= sealBytes) return false
  const end = file.length - sealBytes
  const mac = createHmac('sha256', key).update(file.subarray(0, end)).digest()
  return mac.equals(file.subarray(end, end + macBytes))
}
