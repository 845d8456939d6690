import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Returns seconds. Throws if the program is missing or fails. */
export async function timedTool(command: string, args: readonly string[]): Promise<number> {
  const startedMs = performance.now()
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] })
  const [code] = (await once(child, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`Expected ${command} to end with 0, got ${code}`)
  return (performance.now() - startedMs) / 1000
}
