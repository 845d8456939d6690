import { basename } from 'node:path'
import type { Readable } from 'node:stream'
import { documentBytes } from '../../core/contract/chat/document-limits'
import { coded } from '../../core/contract/errors/coded-error'
import { openRegularFile } from '../files/open-regular-file'
import { asFileFailure } from '../library/files/file-failures'
import { typedPath } from '../library/files/typed-path'

/** Throws file errors, and `document-refused` for a file that is too large. */
export async function openDocument(path: string): Promise<{ readonly name: string; readonly bytes: Readable }> {
  const named = typedPath(path)
  const file = await openRegularFile(named).catch((error: unknown) => {
    throw asFileFailure(error, named)
  })
  const name = basename(named)
  const { size } = await file.stat()
  if (size <= documentBytes) return { name, bytes: file.createReadStream() }
  await file.close()
  throw coded('document-refused', { name, reason: { kind: 'too-large', limitBytes: documentBytes } })
}
