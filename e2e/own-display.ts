/** A virtual display for each worker that opens windows: on a shared one they would take the keyboard from each other. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

let display: Promise<string> | undefined

/** What a window needs in its environment: this worker's display where the lane asks for one, else nothing. It ends with the worker. */
export async function ownDisplay(): Promise<Readonly<Record<string, string>>> {
  if (!process.env.HEADROOM_OWN_DISPLAY) return {}
  display ??= startDisplay()
  return { DISPLAY: await display }
}

/** Xvfb takes the first number that is free, and writes it. */
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
