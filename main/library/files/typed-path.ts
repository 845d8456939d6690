import os from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ErrorFacts } from '../../../core/contract/errors/errors'

/** Accepts quotes, `~` and file:// URLs. Throws `file-address-unusable`. */
export function typedPath(text: string, home = os.homedir()): string {
  const path = withoutQuotes(text.trim())
  if (/^file:\/\//i.test(path)) return fromAddress(path)
  if (path === '~' || /^~[/\\]/.test(path)) return resolve(home, path.slice(2))
  return resolve(path || text)
}

const withoutQuotes = (path: string): string => /^(["'])(.+)\1$/.exec(path)?.[2] ?? path

function fromAddress(address: string): string {
  try {
    return fileURLToPath(address)
  } catch (error) {
    throw coded('file-address-unusable', { address, reason: reasonOf(error) })
  }
}

function reasonOf(error: unknown): ErrorFacts<'file-address-unusable'>['reason'] {
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'ERR_INVALID_FILE_URL_HOST') return 'other-computer'
  return code === 'ERR_INVALID_FILE_URL_PATH' && message.includes('encoded') ? 'encoded-slash' : 'malformed'
}
