/** A call without a prepared answer stays pending. */
export type Answers<Client> = {
  readonly [Name in keyof Client]?: Client[Name] extends (...args: infer Args) => PromiseLike<infer Out>
    ? (input: Args[0]) => Answer<Out> | Promise<Answer<Out>>
    : Answers<Client[Name]>
}

type Answer<Out> = Out extends AsyncIterable<infer Item> ? AsyncIterable<Item> : Out

export interface Call {
  /** Such as `turns.send`. */
  readonly name: string
  readonly input: unknown
}

export function fakeClient<Client extends object>(answers: Answers<Client>, calls: Call[]): Client {
  return partOf([], answers, calls) as Client
}

function partOf(path: readonly string[], answer: unknown, calls: Call[]): unknown {
  return new Proxy(() => {}, {
    // Without `then`, `await` does not mistake the client for a promise.
    get: (_, name) =>
      name === 'then' ? undefined : partOf([...path, String(name)], (answer as Record<PropertyKey, unknown> | undefined)?.[name], calls),
    apply: (_, __, [input]) => {
      calls.push({ name: path.join('.'), input })
      return typeof answer === 'function' ? Promise.resolve().then(() => answer(input)) : new Promise(() => {})
    },
  })
}

const open = new Set<() => void>()

/** The stream stays open until `endStreams`. */
export async function* openStream<Item>(...items: readonly Item[]): AsyncGenerator<Item, void, void> {
  yield* items
  await new Promise<void>((resolve) => open.add(resolve))
}

export function endStreams(): void {
  for (const end of open) end()
  open.clear()
}
