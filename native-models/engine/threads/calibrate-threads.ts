/**
 * Finds the thread count at which this model decodes fastest here.
 * Fewer threads than cores are often as fast, because decoding waits for memory. More than physical cores are a hundred times slower,
 * because llama.cpp's threads spin while they wait (docs/decisions/004-threads-and-one-pool-thread.md), so those are never tried.
 */
export interface Calibration {
  readonly threads: number
  readonly measured: readonly { readonly threads: number; readonly msPerToken: number }[]
}

/** While the budget lasts; every count gets at least one token. */
const mostRounds = 12
const budgetMs = 600
/** More threads must cut the time per token to below this share: other programs need cores too. */
const worthwhile = 0.9

/** `decode`: one token. `cores`: physical. */
export async function calibrateThreads(cores: number, decode: (threads: number) => Promise<void>): Promise<Calibration> {
  // The first token reads the weights from disk.
  await decode(cores)
  const counts = candidates(cores)
  // The shortest counts: interruptions only add time. Interleaved, so that drift affects all counts alike.
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

/** The fewest threads that no other count beats by more than a tenth. */
export function fastest(measured: readonly { readonly threads: number; readonly msPerToken: number }[]): number {
  const best = Math.min(...measured.map((row) => row.msPerToken))
  const good = measured.filter((row) => row.msPerToken * worthwhile <= best)
  return Math.min(...good.map((row) => row.threads))
}
