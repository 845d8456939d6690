/** What an agent sent in a conversation, and what Headroom's ledger said about it. */
import type { RequestCause } from '../../../../core/contract/requests/request-causes'

export interface TracedCall {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | null
  /** With the template's markup, such as `<tool_call>`. null if the request does not ask for an answer. */
  readonly answer: string | null
}

export interface CallFigures {
  readonly promptTokens: number
  readonly reusedTokens: number
  /** Tokens that were processed again. */
  readonly lostTokens: number
  readonly cause: RequestCause
}

export interface ClientTrace {
  /** The npm package with its version. */
  readonly agent: string
  readonly calls: readonly TracedCall[]
  /** Of the calls with an answer, in a replay by `replayTrace`. */
  readonly figures: readonly CallFigures[]
}

/** A value of at least this many characters that occurs again is stored once. */
const sharedCharacters = 80
const sharedKey = '$shared'

interface PackedTrace extends ClientTrace {
  readonly shared: readonly unknown[]
}

/** As JSON. An agent repeats most of a request in the next one, so equal values are stored once. */
export function packTrace(trace: ClientTrace): string {
  const counts = new Map<string, number>()
  count(trace.calls, counts)
  const shared: unknown[] = []
  const known = new Map<string, number>()
  const pack = (value: unknown): unknown => {
    const text = JSON.stringify(value)
    if (!isShared(text, counts)) return within(value, pack)
    let at = known.get(text)
    if (at === undefined) {
      at = shared.length
      shared.push(null)
      known.set(text, at)
      shared[at] = within(value, pack)
    }
    return { [sharedKey]: at }
  }
  const calls = trace.calls.map((call) => ({ ...call, body: pack(call.body) }))
  return `${JSON.stringify({ ...trace, calls, shared }, null, 1)}\n`
}

export function readTrace(text: string): ClientTrace {
  const { shared, ...trace } = JSON.parse(text) as PackedTrace
  const unpack = (value: unknown): unknown => {
    const at = typeof value === 'object' && value !== null && (value as Readonly<Record<string, unknown>>)[sharedKey]
    return typeof at === 'number' ? unpack(shared[at]) : within(value, unpack)
  }
  return { ...trace, calls: unpack(trace.calls) as readonly TracedCall[] }
}

function count(value: unknown, counts: Map<string, number>): void {
  const text = JSON.stringify(value) ?? ''
  const seen = (counts.get(text) ?? 0) + 1
  counts.set(text, seen)
  // What is inside a value that occurs again is stored with it.
  if (seen > 1 && text.length >= sharedCharacters) return
  within(value, (part) => count(part, counts))
}

const isShared = (text: string | undefined, counts: ReadonlyMap<string, number>): boolean =>
  text !== undefined && text.length >= sharedCharacters && (counts.get(text) ?? 0) > 1

function within(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map(change)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, change(part)]))
}
