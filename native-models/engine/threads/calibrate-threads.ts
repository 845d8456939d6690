/**
 * Fewer threads than cores are often as fast, because decoding waits for memory (docs/decisions/004-threads-and-one-pool-thread.md).
 */
export interface Calibration {
  readonly threads: number
  readonly measured: readonly { readonly threads: number; readonly msPerToken: number }[]
}

const mostRounds = 12
const budgetMs = 600
/** More threads are worthwhile only if they cut the time per token to less than this fraction. */
const worthwhile = 0.9

export async function calibrateThreads(cores: number, decode: (threads: number) => Promise<void>): Promise<Calibration> {
  // The first token reads the weights from disk.
  await decode(cores)
  const counts = candidates(cores)
  // The shortest time counts, because interruptions only add time. Thread counts take turns, so that drift affects all of them.
  const best = counts.map(() => Number.POSITIVE_INFINITY)
  const started = performance.now()
  for (let round = 0; round < mostRounds && performance.now() - started < budgetMs; round++)
    for (const [index, threads] of counts.entries()) {
      const before = performance.now()
      await decode(threads)
      best[index] = Math.min(best[index] as number, performance.now() - before)
    }
  const measured = counts.map((threads, index) => ({ threads, msPerToken: best[index] as number }))
  return { threads: fastest(measured), measured }
}

export function candidates(cores: number): number[] {
  const counts = [cores, Math.round(cores * 0.75), Math.round(cores / 2), Math.round(cores / 4)]
  return [...new Set(counts.map((count) => Math.max(1, count)))].sort((a, b) => b - a)
}

export function fastest(measured: readonly { readonly threads: number; readonly msPerToken: number }[]): number {
  const best = Math.min(...measured.map((row) => row.msPerToken))
  const good = measured.filter((row) => row.msPerToken * worthwhile <= best)
  return Math.min(...good.map((row) => row.threads))
}
