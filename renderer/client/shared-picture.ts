/**
 * Changes that can wait for the next picture of the answer under way: a picture of their own would cost as much again.
 * While no answer is drawn they happen at once.
 */
const longestWaitMs = 1000

let answers = 0
const waiting = new Set<() => void>()

/** Resolves once the change is made, so that who brings changes from a stream asks for the next one only then. */
export function withNextPicture(change: () => void): Promise<void> {
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
    // A long prompt has no pictures to go with.
    const timer = setTimeout(make, longestWaitMs)
    waiting.add(make)
  })
}

/** A picture is being made: what waits for one comes along. */
export function comeAlong(): void {
  for (const make of [...waiting]) make()
}

/** Runs `work`, which draws an answer. */
export async function whileAnswering(work: () => Promise<void>): Promise<void> {
  answers++
  try {
    await work()
  } finally {
    answers--
    comeAlong()
  }
}
