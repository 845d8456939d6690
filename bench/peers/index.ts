/**
 * `npm run peers-lane -- [llama-server|rpc|ollama|vllm …] [--save|--plan]`. Without names, runs all of them. `--plan` says what each would
 * build and install, and what is missing for it, and does nothing. `--save` replaces the recordings that
 * `npm test` replays. Exit codes: 0 passed, 1 an engine reported something else than the lane knows or failed, 2 invalid arguments.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, workFolder } from '../paths'
import { say } from '../say'
import { Lane } from './lane'
import { plans } from './plan'

const engines: Readonly<Record<string, (lane: Lane) => Promise<void>>> = {
  'llama-server': async (lane) => (await import('./engines/llama')).runLlama(lane),
  rpc: async (lane) => (await import('./engines/rpc')).runRpc(lane),
  ollama: async (lane) => (await import('./engines/ollama')).runOllama(lane),
  vllm: async (lane) => (await import('./engines/vllm')).runVllm(lane),
}

export async function peersLane(args: readonly string[]): Promise<number> {
  const asked = read(args)
  if (!asked) return 2
  const lane = new Lane(asked.save ? join(root, 'native-models/fixtures/server-recordings') : join(workFolder, 'server-recordings'))
  if (asked.plan) {
    for (const name of asked.names) say(`${name}: ${plans[name]?.().join('; ')}.`)
    return 0
  }
  const failed: string[] = []
  for (const name of asked.names) {
    say(`${name}:`)
    await engines[name]?.(lane).catch((error: unknown) => {
      say(String(error instanceof Error ? error.stack : error))
      failed.push(name)
    })
  }
  for (const line of lane.missing) say(`Not run: ${line}`)
  for (const line of lane.wrong) say(`Different: ${line}`)
  if (failed.length > 0) say(`Failed: ${failed.join(', ')}`)
  say(`${lane.equal} values equal what the lane knows, ${lane.wrong.length} differ.`)
  return failed.length > 0 || lane.wrong.length > 0 ? 1 : 0
}

function read(args: readonly string[]): { names: readonly string[]; save: boolean; plan: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { save: { type: 'boolean' }, plan: { type: 'boolean' } },
    })
    const unknown = positionals.filter((name) => !(name in engines))
    if (unknown.length > 0) throw new Error(`Expected ${Object.keys(engines).join(', ')}; got ${unknown.join(', ')}.`)
    return { names: positionals.length > 0 ? positionals : Object.keys(engines), save: values.save ?? false, plan: values.plan ?? false }
  } catch (error) {
    say(error instanceof Error ? error.message : String(error))
    return null
  }
}
