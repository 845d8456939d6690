import { statfs } from 'node:fs/promises'
import { coded } from '../../core/contract/errors/coded-error'
import { reservedDiskBytes } from '../../core/contract/models/reserved-disk'

const codesOfFullDisk = [
  'ENOSPC',
  // The user's quota is exceeded.
  'EDQUOT',
  'SQLITE_FULL',
  'SQLITE_IOERR_SHMSIZE',
]

export async function freeBytesIn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** Throws the error from `refuse`. Its `neededBytes` include `reservedDiskBytes`. */
export async function assertRoom(
  folder: string,
  bytes: number,
  refuse: (facts: { readonly neededBytes: number; readonly freeBytes: number }) => Error,
): Promise<void> {
  const neededBytes = bytes + reservedDiskBytes
  const freeBytes = await freeBytesIn(folder)
  if (neededBytes > freeBytes) throw refuse({ neededBytes, freeBytes })
}

export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && codesOfFullDisk.some((code) => code === error.code)

export const asDiskFull = (error: unknown, path: string): unknown => (isDiskFull(error) ? coded('disk-full', { path }) : error)
