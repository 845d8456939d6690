/**
 * How many threads to decode with right now.
 *
 * llama.cpp's threads meet at a barrier after every operation and spin until the last one arrives. When
 * another program takes one of their cores, all of them wait for the one that was put aside: two threads on
 * two cores of which one is busy decode a hundred times slower than one thread. So the engine uses only the
 * cores that others leave, notices within a few tokens that they left fewer, and comes back when it is quiet.
 *
 * Pure: time, gaps and load are given to it. Figures: `npm run bench:engine`, under load.
 */

/** Others may take this much of a core before a thread is given up: the window that draws the answer does. */
const toleratedCores = 0.6
/** Load is judged over windows of this length: long enough for the system's 10 ms clock. */
export const loadWindowMs = 150
/** Quiet for this long before a thread is added again; doubles each time that turned out too early. */
const quietMs = 1000
const longestQuietMs = 30_000
/** So many load windows in a row must say the same: a window that opens a menu is no reason. */
const windowsToLower = 2
/** A gap this many times the usual one means that a thread was put aside. */
const blowUp = 4
/** Gaps shorter than this are noise, however many times the usual one they are. */
const blowUpMs = 12
/** One alone is a hiccup: the system ran something else for a moment. A second within so many tokens is a state. */
const tokensBetweenBlowUps = 16
/** Waiting for a second one that takes this long would be worse than a thread less. */
const unbearableMs = 150
/** Tokens after a change before gaps are judged again. */
const settleTokens = 4

export class ThreadGovernor {
  /** Cores that the engine may use now. */
  private limit: number
  private usualMs = 0
  private tokensSinceChange = 0
  /** Tokens since the last gap that blew up; null: none yet. */
  private tokensSinceBlowUp: number | null = null
  private busyWindows = 0
  private quietSinceMs: number | null = null
  private patienceMs = quietMs
  private raisedAtMs: number | null = null

  /** `cores`: physical cores that are good for arithmetic. */
  constructor(private readonly cores: number) {
    this.limit = cores
  }

  /** Threads for work that would like `most` of them. */
  threadsFor(most: number): number {
    return Math.min(most, this.limit)
  }

  /** After every token that was decoded with `threads`. Returns true when the limit changed. */
  token(gapMs: number, threads: number, nowMs: number): boolean {
    this.tokensSinceChange++
    if (this.tokensSinceChange <= settleTokens) return false
    const usual = this.usualMs
    const since = this.tokensSinceBlowUp
    if (since !== null) this.tokensSinceBlowUp = since + 1
    if (usual > 0 && gapMs > blowUpMs && gapMs > usual * blowUp && threads > 1) {
      if (gapMs > unbearableMs || (since !== null && since < tokensBetweenBlowUps)) return this.lower(threads - 1, nowMs)
      this.tokensSinceBlowUp = 0
      return false
    }
    // Rises slowly and falls fast: the usual gap is that of an undisturbed machine.
    this.usualMs = usual === 0 ? gapMs : usual + (gapMs - usual) * (gapMs < usual ? 0.3 : 0.05)
    return false
  }

  /** A turn begins: its first gaps come after a prompt and say nothing. */
  turn(): void {
    this.tokensSinceChange = 0
    this.tokensSinceBlowUp = null
    this.usualMs = 0
  }

  /** After every load window. `othersCores`: cores busy with other work. Returns true when the limit changed. */
  load(othersCores: number, nowMs: number): boolean {
    const free = Math.max(1, Math.min(this.cores, Math.floor(this.cores - othersCores + toleratedCores)))
    this.busyWindows = free < this.limit ? this.busyWindows + 1 : 0
    if (free < this.limit) return this.busyWindows >= windowsToLower && this.lower(free, nowMs)
    if (free === this.limit) {
      this.quietSinceMs = null
      return false
    }
    this.quietSinceMs ??= nowMs
    if (nowMs - this.quietSinceMs < this.patienceMs) return false
    this.quietSinceMs = null
    this.raisedAtMs = nowMs
    return this.change(free)
  }

  private lower(limit: number, nowMs: number): boolean {
    // Raised a moment ago and wrong: wait longer the next time.
    const tooEarly = this.raisedAtMs !== null && nowMs - this.raisedAtMs < 2 * this.patienceMs
    this.patienceMs = tooEarly ? Math.min(longestQuietMs, this.patienceMs * 2) : quietMs
    this.raisedAtMs = null
    this.quietSinceMs = null
    return this.change(limit)
  }

  private change(limit: number): boolean {
    this.limit = limit
    this.busyWindows = 0
    this.turn()
    return true
  }
}
