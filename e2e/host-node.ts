/**
 * The Node that runs the headless host: this one, or the one in HEADROOM_HOST_NODE. The lane `windows` uses Node for Windows under Wine, so
 * the host runs on another system than the test and the browser.
 */
import { execFileSync } from 'node:child_process'

const named = process.env.HEADROOM_HOST_NODE

export const hostNode = named ?? process.execPath

/** Whether the host runs under Wine: its processes are no children of the started one, and Ctrl+C replaces SIGTERM. */
export const isUnderWine = named !== undefined

let asked: string | undefined
/** The system that the app under test runs on. */
export function hostPlatform(): string {
  asked ??= named ? execFileSync(named, ['-p', 'process.platform']).toString().trim() : process.platform
  return asked
}
