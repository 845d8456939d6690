import { Latest } from '../../core/streams/changes'
import { frameMs } from '../../core/streams/follow'

interface Progress {
  readonly type: 'progress'
  readonly share: number
}

/** Runs `work`. Each call returns the newest progress, then the end, then undefined. It rejects if the work failed. */
export function progressStream<Result, End extends { readonly type: string }>(
  work: (report: (share: number) => void) => Promise<Result>,
  endOf: (result: Result) => End,
  signal: AbortSignal | undefined,
): () => Promise<Progress | End | undefined> {
  const state = new Latest<{ readonly now: Progress | End; readonly isOver: boolean } | { readonly error: unknown }>({
    now: { type: 'progress', share: 0 },
    isOver: false,
  })
  // The last progress report can arrive after the end.
  const report = (share: number) => {
    if (!('error' in state.value) && !state.value.isOver) state.set({ now: { type: 'progress', share }, isOver: false })
  }
  work(report).then(
    (result) => state.set({ now: endOf(result), isOver: true }),
    (error: unknown) => state.set({ error }),
  )
  const next = state.reader(frameMs, signal)
  let isOver = false
  return async () => {
    if (isOver) return undefined
    const item = await next()
    if ('error' in item) return Promise.reject(item.error)
    isOver = item.isOver
    return item.now
  }
}
