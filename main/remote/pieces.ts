import { createParser } from 'eventsource-parser'
import type { Arrival } from './arrivals'

export interface Piece {
  readonly text: string
  /** performance.now() when its last bytes arrived. */
  readonly atMs: number
}

export class LineTooLong extends Error {}

/** The data of server-sent events. */
export async function* eventPieces(arrivals: AsyncIterable<Arrival>, mostCharacters: number): AsyncGenerator<Piece> {
  const decoder = new TextDecoder()
  const complete: string[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: mostCharacters,
    onEvent: ({ data }) => complete.push(data),
    onError: ({ type }) => {
      if (type === 'max-buffer-size-exceeded') isTooLong = true
    },
  })
  for await (const { bytes, atMs } of arrivals) {
    parser.feed(decoder.decode(bytes, { stream: true }))
    for (const text of complete.splice(0)) yield { text, atMs }
    if (isTooLong) throw new LineTooLong()
  }
}

/** Lines of text, such as those of NDJSON. The last one may lack its end. */
export async function* linePieces(arrivals: AsyncIterable<Arrival>, mostCharacters: number): AsyncGenerator<Piece> {
  const decoder = new TextDecoder()
  let started = ''
  let lastMs = 0
  for await (const { bytes, atMs } of arrivals) {
    const lines = (started + decoder.decode(bytes, { stream: true })).split('\n')
    started = lines.pop() ?? ''
    lastMs = atMs
    for (const text of lines) if (text.trim() !== '') yield { text, atMs }
    if (started.length > mostCharacters) throw new LineTooLong()
  }
  started += decoder.decode()
  if (started.trim() !== '') yield { text: started, atMs: lastMs }
}
