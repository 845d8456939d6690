import type { ServedEvent } from '../../core/serve/served-event'

export async function collect(events: AsyncIterable<ServedEvent>): Promise<ServedEvent[]> {
  const all: ServedEvent[] = []
  for await (const event of events) all.push(event)
  return all
}
