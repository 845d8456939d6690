import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

let display: Promise<string> | undefined

/** Workers on a shared display would take the keyboard focus from each other. Returns {} if the lane requests no displays. */
export async function ownDisplay(): Promise<Readonly<Record<string, string>>> {
  if (!process.env.HEADROOM_OWN_DISPLAY) return {}
  display ??= startDisplay()
  return { DISPLAY: await display }
}

async function startDisplay(): Promise<string> {
  const server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  process.once('exit', () => server.kill())
  const [number] = await Promise.race([
    once(server.stdio[3] as Readable, 'data'),
    once(server, 'exit').then(([code]) => {
      throw new Error(`Xvfb ended with ${code} before it had a display`)
    }),
  ])
  return `:${String(number).trim()}`
}
