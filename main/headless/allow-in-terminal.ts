import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { allowServersQuestion } from '../../core/copy/command-line'
import type { AllowServers } from '../mcp/mcp-hub'

/** Asks in the terminal and not in the page, because the page may have been taken over. */
export const allowInTerminal =
  (input: Readable, output: Writable): AllowServers =>
  (programs) =>
    new Promise((resolve) => {
      if (!input.readable) return resolve('no-terminal')
      // With `terminal`, Ctrl+C would not end Headroom.
      const lines = createInterface({ input, terminal: false })
      const end = (decision: Awaited<ReturnType<AllowServers>>) => {
        resolve(decision)
        lines.close()
      }
      lines.once('line', (line) => end(/^\s*y(es)?\s*$/i.test(line) ? 'allowed' : 'refused'))
      lines.once('close', () => end('no-terminal'))
      lines.once('error', () => end('no-terminal'))
      output.write(allowServersQuestion(programs))
    })
