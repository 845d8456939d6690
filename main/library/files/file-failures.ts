import { dirname } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import { isDiskFull } from '../../files/disk-space'
import { isNameNotUtf8 } from './name-not-utf8'

export function asFileFailure(error: unknown, path: string): unknown {
  if (isDiskFull(error)) return coded('disk-full', { path: dirname(path) })
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return isNameNotUtf8(path) ? coded('file-name-unusable', { path, reason: 'not-utf8' }) : coded('file-not-found', { path })
  if (path.includes('\0')) return coded('file-name-unusable', { path, reason: 'nul' })
  if (code === 'EISDIR') return coded('not-a-file', { path, kind: 'folder' })
  if (code === 'EACCES' || code === 'EPERM') return coded('file-unreadable', { path, reason: { kind: 'no-permission' } })
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code))
    return coded('file-unreadable', { path, reason: { kind: 'system', quoted: (error as Error).message } })
  return error
}

export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw asFileFailure(error, path)
  }
}
