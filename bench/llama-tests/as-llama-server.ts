/** Runs `headroom serve --api` with llama-server's flags. The executable that the tests start calls it. */
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cliEntry, resources } from '../paths'
import { say } from '../say'
import { translated } from './server-flags'

/** From native-models/pocket/README.md. */
const pocketTokens = 2048

export async function asLlamaServer(args: readonly string[]): Promise<number> {
  let own: ReturnType<typeof translated>
  try {
    own = translated(args, { pocket: resources.embeddedModelPath, trainedTokens: pocketTokens })
  } catch (error) {
    say(String(error))
    return 2
  }
  const folder = mkdtempSync(join(tmpdir(), 'headroom-llama-tests-'))
  const preset = join(folder, 'preset.json')
  writeFileSync(preset, JSON.stringify({ format: 'headroom-preset', version: 1, name: 'flags', sampling: own.sampling }))
  process.argv.splice(1, Number.POSITIVE_INFINITY, cliEntry, 'serve', '--api', '--data', folder, '--preset', preset, ...own.args)
  say(process.argv.slice(2).join(' '))
  await import(pathToFileURL(cliEntry).href)
  return new Promise(() => {})
}
