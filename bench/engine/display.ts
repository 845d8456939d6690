import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

export interface Display {
  readonly env: Readonly<Record<string, string>>
  close(): void
}

export async function openDisplay(): Promise<Display | { readonly missing: string }> {
  const { DISPLAY, WAYLAND_DISPLAY } = process.env
  if (process.platform !== 'linux' || DISPLAY || WAYLAND_DISPLAY) return { env: {}, close: () => {} }
  // With -displayfd, Xvfb picks a free number. Source: Xserver(1).
  const server = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await Promise.race([
    firstLine(server),
    once(server, 'error').then(() => undefined),
    once(server, 'exit').then(() => undefined),
  ])
  if (number === undefined) return { missing: 'there is no display and no Xvfb to make one' }
  return { env: { DISPLAY: `:${number}` }, close: () => void server.kill() }
}

async function firstLine({ stdout }: ChildProcess): Promise<string | undefined> {
  let text = ''
  if (!stdout) return undefined
  for await (const chunk of stdout) {
    text += String(chunk)
    if (text.includes('\n')) break
  }
  return text.trim() || undefined
}
