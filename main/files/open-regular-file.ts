/** Opening a FIFO could block one of Node's four file threads forever. */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { coded } from '../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../core/contract/errors/errors'

export async function openRegularFile(path: string, flags: number = constants.O_RDONLY): Promise<FileHandle> {
  // Windows has no O_NONBLOCK and no FIFOs.
  const file = await open(path, flags | (constants.O_NONBLOCK ?? 0)).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENXIO' || error.code === 'EOPNOTSUPP' ? coded('not-a-file', { path, kind: 'socket' }) : error
  })
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw coded('not-a-file', { path, kind: kindOf(stats) })
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

function kindOf(stats: Stats): ErrorFacts<'not-a-file'>['kind'] {
  if (stats.isDirectory()) return 'folder'
  return stats.isFIFO() ? 'pipe' : 'device'
}
