/**
 * The Node that runs the headless host: this one, or the one that HEADROOM_HOST_NODE names. The lane `windows` names Windows' own, under Wine:
 * then the host runs on another system than the test and the browser.
 */
import { execFileSync } from 'node:child_process'

const named = process.env.HEADROOM_HOST_NODE

export const hostNode = named ?? process.execPath

/** Whether the host's processes are Wine's: no children of the one that was started, and Ctrl+C instead of SIGTERM. */
export const isUnderWine = named !== undefined

let asked: string | undefined
/** The system that the app under test runs on. */
export function hostPlatform(): string {
  asked ??= named ? execFileSync(named, ['-p', 'process.platform']).toString().trim() : process.platform
  return asked
}
