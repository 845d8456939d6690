/** Sends the requests of a trace to an API server, in their order. A grammar makes the engine write the recorded answers. */
import { join } from 'node:path'
import type { TurnRequest } from '../../../../core/contract/chat/turn'
import { RequestLedger } from '../../../services/requests/request-ledger'
import type { EngineClient } from '../../../supervisor/engine-client'
import type { EngineProcess } from '../../../supervisor/engine-process'
import { dialects } from '../../http/dialects'
import { turnIdOf } from '../../serve-service'
import { served } from '../served'
import type { CallFigures, ClientTrace } from './client-trace'

export interface ReplayedCall {
  readonly status: number
  /** What the server said if it refused the request. */
  readonly refusal: string | null
  /** null if the request does not ask for an answer. */
  readonly figures: (CallFigures & { readonly processedTokens: number; readonly answer: string }) | null
}

const contextTokens = 65_536

export async function replayTrace({ calls }: ClientTrace, engine: EngineProcess, modelPath: string): Promise<ReplayedCall[]> {
  let answer: string | null = null
  const asRecorded = (request: TurnRequest): TurnRequest => ({
    ...request,
    sampling: {
      ...request.sampling,
      toolChoice: 'auto',
      bindCalls: false,
      grammar: { kind: 'gbnf', text: `root ::= ${literal(answer ?? '')}` },
    },
  })
  const server = await served(engine, {
    modelPath,
    contextTokens,
    settings: { sequences: 2, gpuBackend: 'cpu', gpuLayers: 0 },
    keys: null,
    dialects,
    wrap: (client) =>
      new Proxy(client, {
        get: (target, name) =>
          name === 'startTurn' ? (request: TurnRequest) => target.startTurn(asRecorded(request)) : target[name as keyof EngineClient],
      }),
  })
  const ledger = new RequestLedger({
    heldPrompt: (turn) => server.client.heldPrompt({ turnId: turnIdOf(turn, 0) }),
    cellsOf: () => ({ settings: '', context: '' }),
  })
  ledger.follow(server.service.news)
  const replayed: ReplayedCall[] = []
  try {
    for (const { method, path, body, answer: recorded } of calls) {
      answer = recorded
      const before = ledger.records.length
      const response = await server.ask(path, body ?? undefined, { method })
      const text = await response.text()
      await ledger.explained
      const record = ledger.records[before]
      const { explanation } = record ?? {}
      replayed.push({
        status: response.status,
        refusal: response.ok ? null : text,
        figures:
          record && explanation
            ? {
                promptTokens: record.promptTokens,
                reusedTokens: record.reusedTokens,
                processedTokens: record.processedTokens,
                lostTokens: explanation.lostTokens,
                cause: explanation.cause,
                answer: ledger
                  .body(record.id)
                  .answer.map((part) => part.text)
                  .join(''),
              }
            : null,
      })
    }
    return replayed
  } finally {
    await server.close()
  }
}

const literal = (text: string): string => JSON.stringify(text).replaceAll('\\b', '\\x08').replaceAll('\\f', '\\x0C')

export const tracesFolder = (root: string): string => join(root, 'native-models/fixtures/client-traces')
