/** What goes wrong with a file on a disk: node's codes become the coded failures of the contract. */
import { coded } from '../../core/contract/coded-error'

/** The coded failure, or the error itself where it is none of the file system. */
export function asFileFailure(error: unknown, path: string): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'ENOENT' || code === 'ENOTDIR') return coded('file-not-found', { path })
  if (code === 'EISDIR') return coded('file-unreadable', { path, reason: 'it is a folder' })
  if (code === 'EACCES' || code === 'EPERM') return coded('file-unreadable', { path, reason: 'this user may not read it' })
  if (typeof code === 'string' && /^E[A-Z]+$/.test(code)) return coded('file-unreadable', { path, reason: (error as Error).message })
  return error
}
