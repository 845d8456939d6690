/** Headroom's API server in this process, which also keeps the raw text of each answer. */

import { dialects } from '../../main/serve/http/dialects'
import { ledgerRoutes } from '../../main/serve/ledger/ledger-routes'
import { turnIdOf } from '../../main/serve/serve-service'
import { type Served, served } from '../../main/serve/testing/served'
import { RequestLedger } from '../../main/services/requests/request-ledger'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { resources } from '../paths'

export interface TracedServer {
  readonly url: string
  readonly model: string
  countTokens(text: string): Promise<number>
  /** By the number that the recorder adds to `User-Agent`. */
  answers(): Promise<ReadonlyMap<number, string>>
  stop(): Promise<void>
}

export const tracedAgent = (userAgent: string, number: number): string => `${userAgent} trace/${number}`

export async function tracedServer(contextTokens: number, maxTokens: number): Promise<TracedServer> {
  let server: Served | undefined
  const ledger = new RequestLedger({
    heldPrompt: async (turn) => (await server?.client.heldPrompt({ turnId: turnIdOf(turn, 0) })) ?? null,
    cellsOf: () => ({ settings: '', context: '' }),
  })
  const running = await served(await forkEngine(resources.engineEntry)(), {
    modelPath: resources.embeddedModelPath,
    contextTokens,
    settings: { sequences: 2, threads: 2, gpuBackend: 'cpu', gpuLayers: 0 },
    sampling: { maxTokens },
    keys: null,
    dialects: [...dialects, ledgerRoutes(ledger)],
  })
  server = running
  ledger.follow(running.service.news)
  return {
    url: running.url,
    model: running.service.model(null).id,
    countTokens: async (text) => (await running.client.tokenize({ text, addSpecial: false, parseSpecial: false })).tokens.length,
    async answers() {
      await ledger.explained
      return new Map(
        ledger.records.map(({ id, userAgent, hasBody }) => {
          const number = Number(/ trace\/(\d+)$/.exec(userAgent)?.[1])
          return [
            number,
            hasBody
              ? ledger
                  .body(id)
                  .answer.map(({ text }) => text)
                  .join('')
              : '',
          ]
        }),
      )
    },
    stop: () => running.close(),
  }
}
