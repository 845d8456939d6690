/** Defers changes to the next frame of a streaming answer. A separate frame would cost as much as the answer's. */
const longestWaitMs = 1000

let answers = 0
const waiting = new Set<() => void>()

/** Resolves once the change is made, so that the reader of a stream can wait for it. */
export function withNextFrame(change: () => void): Promise<void> {
  if (answers === 0) {
    change()
    return Promise.resolve()
  }
  return new Promise((resolve) => {
    const make = () => {
      clearTimeout(timer)
      waiting.delete(make)
      change()
      resolve()
    }
    // During a long prefill no frame is drawn, so the change must not wait for one.
    const timer = setTimeout(make, longestWaitMs)
    waiting.add(make)
  })
}

export function applyWaiting(): void {
  for (const make of [...waiting]) make()
}

export async function whileAnswering(work: () => Promise<void>): Promise<void> {
  answers++
  try {
    await work()
  } finally {
    answers--
    applyWaiting()
  }
}
