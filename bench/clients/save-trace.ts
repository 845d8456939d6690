/** Makes a fixture of an agent's requests, without other people's texts, and with the figures that the ledger gives when they are replayed. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClientTrace, packTrace, type TracedCall } from '../../main/serve/testing/traces/client-trace'
import { writeLongestTokenModel } from '../../main/serve/testing/traces/longest-token-model'
import { replayTrace, tracesFolder } from '../../main/serve/testing/traces/replay-trace'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { resources, root } from '../paths'
import { say } from '../say'
import type { RecordedRequest } from './recorder'
import { Scrubber } from './scrub'
import type { TracedServer } from './traced-server'

export interface Recording {
  readonly name: string
  readonly agent: string
  readonly requests: readonly RecordedRequest[]
  readonly server: TracedServer
}

/** Returns how many requests the replay refused. */
export async function saveTrace({ name, agent, requests, server }: Recording): Promise<number> {
  const answers = await server.answers()
  const scrubber = new Scrubber((text) => server.countTokens(text))
  const calls: TracedCall[] = []
  for (const { number, method, path, body } of [...requests].sort((one, other) => one.number - other.number))
    calls.push({ method, path, body: body && (await scrubber.body(body)), answer: answers.get(number) ?? null })
  const folder = mkdtempSync(join(tmpdir(), 'headroom-trace-'))
  try {
    const modelPath = join(folder, 'longest-token.gguf')
    await writeLongestTokenModel(modelPath, resources.embeddedModelPath)
    const trace: ClientTrace = { agent, calls, figures: [] }
    const replayed = await replayTrace(trace, await forkEngine(resources.engineEntry)(), modelPath)
    const figures = replayed.flatMap((call) => {
      if (!call.figures) return []
      const { promptTokens, reusedTokens, lostTokens, cause } = call.figures
      say(`  replayed: ${reusedTokens} of ${promptTokens} tokens reused, ${cause}, ${lostTokens} processed again`)
      return [{ promptTokens, reusedTokens, lostTokens, cause }]
    })
    for (const { refusal } of replayed) if (refusal !== null) say(`  REFUSED in the replay: ${refusal}`)
    mkdirSync(tracesFolder(root), { recursive: true })
    writeFileSync(join(tracesFolder(root), `${name}.json`), packTrace({ agent, calls, figures }))
    return replayed.filter(({ refusal }) => refusal !== null).length
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
