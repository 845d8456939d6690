import { stat } from 'node:fs/promises'
import { serverKeyCharacters } from '../../../core/contract/remote/servers'
import { onDisk } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { UsageError } from '../input/flags'
import { textInFile } from '../input/text-file'

export interface KeySource {
  readonly keyFile: string | null
  /** Read if there is no file. */
  readonly keyVariable: 'HEADROOM_SERVER_KEY' | 'HEADROOM_AGAINST_KEY'
}

/** null for a server without a key. No message contains the key. Throws UsageError, `file-too-large` and file errors. */
export async function serverKey({ keyFile, keyVariable }: KeySource, environment: NodeJS.ProcessEnv = process.env): Promise<string | null> {
  if (keyFile === null) return environment[keyVariable]?.trim() || null
  const key = (await textInFile(keyFile, serverKeyCharacters)).trim()
  if (process.platform !== 'win32') await assertPrivate(keyFile)
  if (key === '') throw new UsageError(`the key file ${keyFile} is empty`)
  return key
}

async function assertPrivate(keyFile: string): Promise<void> {
  const path = typedPath(keyFile)
  const { mode } = await onDisk(path, () => stat(path))
  if ((mode & 0o077) !== 0) throw new UsageError(`other users can read the key file ${keyFile}: run chmod 600 ${keyFile}`)
}
