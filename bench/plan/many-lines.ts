import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { kvTypes } from '../../core/contract/settings/kv-types'
import { cliEntry } from '../paths'

export async function planManyLines(
  files: readonly string[],
  lines = 10_000,
): Promise<{ readonly seconds: number; readonly lines: number }> {
  const asked = Array.from({ length: lines }, (_, index) => {
    const type = kvTypes[index % kvTypes.length]
    const settings = {
      contextTokens: 256 * (1 + (index % 500)),
      sequences: 1 + (index % 4),
      keyType: type,
      valueType: type,
      batchTokens: 512,
    }
    return `${JSON.stringify({ file: files[index % files.length], settings })}\n`
  })
  const startedMs = performance.now()
  const child = spawn(process.execPath, [cliEntry, 'plan', '-'], { stdio: ['pipe', 'pipe', 'inherit'] })
  const answers = text(child.stdout)
  child.stdin.end(asked.join(''))
  const [code] = await once(child, 'close')
  const seconds = (performance.now() - startedMs) / 1000
  const answered = (await answers).trimEnd().split('\n')
  const wrong = answered.find((line) => !line.startsWith('{"architecture"'))
  if (code !== 0 || answered.length !== lines || wrong)
    throw new Error(`Expected ${lines} plans, got ${answered.length} and ${code}: ${wrong}`)
  return { seconds, lines }
}
