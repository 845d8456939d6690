import type { RecordedExchange } from '../../../main/remote/testing/recordings/recording'
import { type Request, recordExchange, textOfAnswer } from './record-exchange'

type Options = Parameters<typeof recordExchange>[2]

/** Records exchanges with one server, in the order in which they begin. */
export class Tape {
  private readonly slots: Promise<RecordedExchange>[] = []

  constructor(private readonly url: string) {}

  record(request: Request, options?: Options): Promise<RecordedExchange> {
    const exchange = recordExchange(this.url, request, options)
    this.slots.push(exchange)
    return exchange
  }

  get = (path: string): Promise<RecordedExchange> => this.record({ method: 'GET', path })
  post = (path: string, body: unknown, options?: Options): Promise<RecordedExchange> => this.record({ method: 'POST', path, body }, options)

  exchanges = (): Promise<RecordedExchange[]> => Promise.all(this.slots)
}

/** What Headroom may ask in order to find out what a server is. */
export const discoveryPaths = [
  '/health',
  '/props',
  '/v1/models',
  '/models',
  '/slots',
  '/metrics',
  '/version',
  '/get_server_info',
  '/server_info',
  '/api/version',
  '/api/tags',
  '/api/ps',
  '/api/v0/models',
  '/api/v1/models',
] as const

export async function recordDiscovery(tape: Tape): Promise<void> {
  for (const path of discoveryPaths) await tape.get(path)
}

type Fields = Record<string, unknown>

/** The objects of a stream of server-sent events or of lines. */
export const streamedObjects = (exchange: RecordedExchange): Fields[] =>
  textOfAnswer(exchange)
    .split('\n')
    .map((line) => line.replace(/^data: /, '').trim())
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Fields)

export const textOfPage = textOfAnswer
export const answeredObject = (exchange: RecordedExchange): Fields => JSON.parse(textOfAnswer(exchange)) as Fields

/** A number at a path of fields, such as `usage.prompt_tokens`, of the last object that has it. */
export function lastNumber(objects: readonly Fields[], path: string): number | null {
  const values = objects.map((object) =>
    path.split('.').reduce<unknown>((value, field) => (value as Fields | null | undefined)?.[field], object),
  )
  return values.filter((value) => typeof value === 'number').at(-1) ?? null
}
