/**
 * Finds the thread count at which this model on this machine decodes fastest, with a few tokens each.
 *
 * Fewer threads than cores are often as fast, because decoding waits for memory; more than physical cores
 * are a hundred times slower, because llama.cpp's threads spin while they wait
 * (docs/decisions/004-threads-and-one-pool-thread.md), so those are never tried.
 */
export interface Calibration {
  readonly threads: number
  readonly measured: readonly { readonly threads: number; readonly msPerToken: number }[]
}

/** Every count gets at least one token, and more while the budget lasts: small models are quick and noisy, large ones neither. */
const mostRounds = 12
const budgetMs = 600
/** More threads must be this much faster to be preferred over fewer, which leave room for others. */
const worthwhile = 0.9

/** `decode` evaluates one token with the given threads. `cores`: physical cores. */
export async function calibrateThreads(cores: number, decode: (threads: number) => Promise<void>): Promise<Calibration> {
  // The first token of a model reads its weights from disk.
  await decode(cores)
  const counts = candidates(cores)
  // The shortest time counts: interruptions only ever add to it. Rounds are interleaved, so a drifting machine favours nobody.
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

/** All cores, then three quarters, half, a quarter: what the shape of the machine makes likely. */
export function candidates(cores: number): number[] {
  const counts = [cores, Math.round(cores * 0.75), Math.round(cores / 2), Math.round(cores / 4)]
  return [...new Set(counts.map((count) => Math.max(1, count)))].sort((a, b) => b - a)
}

/** The fewest threads that nothing beats by more than a tenth. */
export function fastest(measured: readonly { readonly threads: number; readonly msPerToken: number }[]): number {
  const best = Math.min(...measured.map((row) => row.msPerToken))
  const good = measured.filter((row) => row.msPerToken * worthwhile <= best)
  return Math.min(...good.map((row) => row.threads))
}
