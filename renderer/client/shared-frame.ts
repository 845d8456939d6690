/**
 * Defers changes to the next frame of the answer under way, because a frame of their own would cost as much again. Without such an answer
 * they apply at once.
 */
const longestWaitMs = 1000

let answers = 0
const waiting = new Set<() => void>()

/** Resolves once the change is made, so that a stream's reader waits before it requests the next one. */
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
    // During a long prompt there are no frames to join.
    const timer = setTimeout(make, longestWaitMs)
    waiting.add(make)
  })
}

/** Applies the waiting changes together with a frame. */
export function applyWaiting(): void {
  for (const make of [...waiting]) make()
}

/** Runs `work`, which draws an answer. */
export async function whileAnswering(work: () => Promise<void>): Promise<void> {
  answers++
  try {
    await work()
  } finally {
    answers--
    applyWaiting()
  }
}
