import type { Random } from './random'

export interface Procedure {
  /** For example, `/conversations/create`. */
  readonly path: string
  readonly fields: readonly string[]
}

/** These procedures are left out, because they start processes or take too long. */
const leftOut = /^\/(restartEngine|backends|updates|lab|models\/(load|unload)|compare\/(start|tune|resume)|data\/openFolder|start$|measure)/

export function proceduresOf(contract: object, path = ''): Procedure[] {
  return Object.entries(contract).flatMap(([name, entry]: [string, object & { '~orpc'?: { inputSchema?: { shape?: object } } }]) => {
    const below = `${path}/${name}`
    if (!entry['~orpc']) return proceduresOf(entry, below)
    return leftOut.test(below) ? [] : [{ path: below, fields: Object.keys(entry['~orpc'].inputSchema?.shape ?? {}) }]
  })
}

const oddValues: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1e308,
  2 ** 53,
  '',
  'x',
  'NaN',
  '__proto__',
  '../../../x.gguf',
  'http://[',
  '\0\ud800\u202e',
  'long '.repeat(2000),
  [],
  {},
  [[[[[]]]]],
  { constructor: null },
]

function value(random: Random, depth = 0): unknown {
  if (depth > 3 || random.is(0.7)) return random.of(oddValues)
  if (random.is(0.5)) return Array.from({ length: random.below(4) }, () => value(random, depth + 1))
  return Object.fromEntries(Array.from({ length: random.below(4) }, () => [String(random.of(oddValues)), value(random, depth + 1)]))
}

const inputOf = (random: Random, fields: readonly string[]): unknown =>
  random.is(0.2) ? value(random) : Object.fromEntries(fields.map((field) => [field, random.is(0.5) ? 'x' : value(random)]))

function call(random: Random, procedures: readonly Procedure[]): Record<string, unknown> {
  const { path, fields } = random.of(procedures)
  const body = random.is(0.8)
    ? { json: inputOf(random, fields), ...(random.is(0.2) ? { meta: [[random.below(9), 'x', value(random)]] } : {}) }
    : value(random)
  return {
    i: random.is(0.9) ? String(random.below(1e6)) : value(random),
    ...(random.is(0.2) ? { t: random.of([1, 2, 3, 4, 5, -1, '3', null]) } : {}),
    p: {
      u: random.is(0.9) ? path : value(random),
      b: body,
      ...(random.is(0.2)
        ? {
            h: random.is(0.5)
              ? value(random)
              : {
                  [random.of(['content-type', 'content-disposition', 'last-event-id'])]: random.of([
                    'text/event-stream',
                    'multipart/form-data',
                    'filename=',
                    5,
                    null,
                  ]),
                },
          }
        : {}),
      ...(random.is(0.2) ? { m: random.of(['GET', 'POST', '', 5, null]) } : {}),
    },
  }
}

export function hostileMessage(random: Random, procedures: readonly Procedure[]): string | Buffer {
  const kind = random.next()
  if (kind < 0.1) return random.bytes(64)
  if (kind < 0.2) return random.bytes(64).toString('latin1')
  if (kind < 0.3) return JSON.stringify(value(random))
  const text = JSON.stringify(call(random, procedures))
  if (kind < 0.4) return text.slice(0, random.below(text.length))
  const bytes = Buffer.from(text)
  if (kind < 0.5) bytes[random.below(bytes.length)] = random.below(256)
  return random.is(0.8) ? bytes.toString() : bytes
}
