/** Refuses names that are forbidden on at least one operating system, because users can move a library to another system. */
import { realpath } from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import { isDeviceName } from '../../../core/text/safe-file-name'

export function safeSegments(path: string): string[] | undefined {
  const segments = path.split('/')
  return segments.length <= 16 && segments.every(isSafeName) ? segments : undefined
}

/** File systems allow 255 bytes, including the suffix `.unfinished`. */
const longestNameBytes = 240

function isSafeName(name: string): boolean {
  if (name === '' || Buffer.byteLength(name) > longestNameBytes || name.startsWith('.') || /[. ]$/.test(name)) return false
  // biome-ignore lint/suspicious/noControlCharactersInRegex: file names with these characters are refused.
  return !/[\x00-\x1f\x7f<>:"|?*\\/]/.test(name) && !isDeviceName(name)
}

/** Throws `folder-unusable` if a link leads out of `folder`. */
export async function assertInside(folder: string, path: string): Promise<void> {
  const root = await realpath(folder)
  for (let at = dirname(path); at.startsWith(join(folder, sep)); at = dirname(at)) {
    const real = await realpath(at).catch(() => undefined)
    if (real !== undefined && real !== root && !real.startsWith(join(root, sep)))
      throw coded('folder-unusable', { path: at, reason: 'link-leads-out' })
  }
}
