/** HEADROOM_HOST_NODE: another Node for the headless host. The lane `windows` sets it to Node for Windows under Wine. */
import { execFileSync } from 'node:child_process'

const named = process.env.HEADROOM_HOST_NODE

export const hostNode = named ?? process.execPath

/** Under Wine, the host's processes are not children of the started process, and Ctrl+C replaces SIGTERM. */
export const isUnderWine = named !== undefined

let asked: string | undefined
export function hostPlatform(): string {
  asked ??= named ? execFileSync(named, ['-p', 'process.platform']).toString().trim() : process.platform
  return asked
}
