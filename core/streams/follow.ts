/** 60 Hz. */
export const frameMs = 16

interface StreamInput {
  readonly streamId: string
  readonly everyMs?: number
  readonly window?: number | undefined
}

export type Followed<Input> = Omit<Input, keyof StreamInput> & Partial<Pick<Input, Extract<keyof Input, 'everyMs' | 'window'>>>

interface Granting {
  grant(credit: { readonly streamId: string; readonly received: number }): Promise<unknown>
}

let streams = 0

/**
 * Grants credit for the items that the consumer has read, so a slow consumer stops the writer. With a `window` of several items, it grants
 * once per half window, because a call for each item costs as much as the item.
 */
export async function* follow<Input extends StreamInput, Item>(
  client: Granting,
  start: (input: Input, options: { readonly signal?: AbortSignal }) => Promise<AsyncIterable<Item>>,
  input: Followed<Input>,
  signal?: AbortSignal,
): AsyncGenerator<Item, void, void> {
  const streamId = `stream-${++streams}`
  const items = await start({ everyMs: frameMs, ...input, streamId } as unknown as Input, signal ? { signal } : {})
  const grantEvery = Math.max(1, Math.floor((input.window ?? 1) / 2))
  let received = 0
  for await (const item of items) {
    yield item
    received++
    // The stream itself reports a lost connection.
    if (received % grantEvery === 0) void client.grant({ streamId, received }).catch(() => {})
  }
}
