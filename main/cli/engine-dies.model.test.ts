import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { childrenOf } from '../../e2e/processes'

it('headroom chat explains how the engine died during a load, without a stack trace', async () => {
  const cli = join(import.meta.dirname, '../../out/cli/index.mjs')
  const chat = spawn(process.execPath, [cli, 'chat', 'pocket', '--prompt', 'x'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  let killed = false
  for await (const chunk of chat.stderr as Readable) {
    said += String(chunk)
    if (killed || !said.includes('loading the model')) continue
    killed = true
    for (const { pid } of childrenOf(chat.pid as number)) process.kill(pid, 'SIGABRT')
  }
  if (chat.exitCode === null) await once(chat, 'exit')
  expect(said).toContain('engine-gone: The engine stopped. It aborted (SIGABRT).')
  expect(said).not.toMatch(/AbortError|\n\s+at /)
  expect(chat.exitCode).toBe(4)
})
