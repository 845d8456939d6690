import { UsageError } from '../input/flags'
import { textInFile } from '../input/text-file'
import type { WantedServer } from './load-flags'

const mostKeyBytes = 1 << 16

/** null for a server without a key. No message contains the key. */
export async function serverKey(
  { keyFile, keyVariable }: WantedServer,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<string | null> {
  if (keyFile === null) return environment[keyVariable]?.trim() || null
  const key = (await textInFile(keyFile, mostKeyBytes)).trim()
  if (key === '') throw new UsageError(`the key file ${keyFile} is empty`)
  return key
}
