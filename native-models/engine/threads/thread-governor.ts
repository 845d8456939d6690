/**
 * llama.cpp's threads spin at a barrier after every operation, so if one of two cores is busy, two threads decode a hundred times slower
 * than one (`npm run bench:engine`, under load).
 */

/** Number of cores that other programs may use before a thread is dropped. Drawing the answer needs a part of this. */
const toleratedCores = 0.6
/** The system counts in steps of 10 ms. */
export const loadWindowMs = 150
/** Quiet time before a thread is added. It doubles if a thread was added too early. */
const quietMs = 1000
/** The same for a thread that long gaps dropped: without load after them, they were a short burst. */
const quietAfterGapsMs = 300
const longestQuietMs = 30_000
/** Consecutive busy windows before threads are dropped, so that opening a menu does not drop one. */
const windowsToLower = 2
/** A gap this many times as long as usual means that a thread has lost its core. */
const blowUp = 4
/** Shorter gaps are noise. */
const blowUpMs = 12
/** A second long gap within this many tokens means that a core is busy. */
const tokensBetweenBlowUps = 16
/** A single gap longer than this drops a thread. */
const unbearableMs = 150
const settleTokens = 4

export class ThreadGovernor {
  private limit: number
  private usualMs = 0
  private tokensSinceChange = 0
  private tokensSinceBlowUp: number | null = null
  private busyWindows = 0
  private quietSinceMs: number | null = null
  private patienceMs = quietMs
  private raisedAtMs: number | null = null
  /** Cores that other programs left free in the last load window. */
  private free: number

  constructor(private readonly cores: number) {
    this.limit = cores
    this.free = cores
  }

  threadsFor(most: number): number {
    return Math.min(most, this.limit)
  }

  /** In a batch of many prompt tokens, operations are long and barriers rare. So after long gaps, only load lowers its number of threads. */
  promptThreadsFor(most: number): number {
    return Math.min(most, Math.max(this.limit, this.free))
  }

  /** Call it after every token. Returns true if the limit changed. */
  token(gapMs: number, threads: number, nowMs: number): boolean {
    this.tokensSinceChange++
    if (this.tokensSinceChange <= settleTokens) return false
    const usual = this.usualMs
    const since = this.tokensSinceBlowUp
    if (since !== null) this.tokensSinceBlowUp = since + 1
    if (usual > 0 && gapMs > blowUpMs && gapMs > usual * blowUp && threads > 1) {
      if (gapMs > unbearableMs || (since !== null && since < tokensBetweenBlowUps)) return this.lower(threads - 1, nowMs, quietAfterGapsMs)
      this.tokensSinceBlowUp = 0
      return false
    }
    // Rises slowly and falls fast, to follow the gap of an undisturbed machine.
    this.usualMs = usual === 0 ? gapMs : usual + (gapMs - usual) * (gapMs < usual ? 0.3 : 0.05)
    return false
  }

  turn(): void {
    this.tokensSinceChange = 0
    this.tokensSinceBlowUp = null
    this.usualMs = 0
  }

  /** Call it after every load window. Returns true if the limit changed. */
  load(othersCores: number, nowMs: number): boolean {
    const free = Math.max(1, Math.min(this.cores, Math.floor(this.cores - othersCores + toleratedCores)))
    this.free = free
    this.busyWindows = free < this.limit ? this.busyWindows + 1 : 0
    if (free < this.limit) return this.busyWindows >= windowsToLower && this.lower(free, nowMs, quietMs)
    if (free === this.limit) {
      this.quietSinceMs = null
      if (free < this.cores) this.patienceMs = Math.max(this.patienceMs, quietMs)
      return false
    }
    this.quietSinceMs ??= nowMs
    if (nowMs - this.quietSinceMs < this.patienceMs) return false
    this.quietSinceMs = null
    this.raisedAtMs = nowMs
    return this.change(free)
  }

  private lower(limit: number, nowMs: number, patienceMs: number): boolean {
    const tooEarly = this.raisedAtMs !== null && nowMs - this.raisedAtMs < 2 * this.patienceMs
    this.patienceMs = tooEarly ? Math.min(longestQuietMs, this.patienceMs * 2) : patienceMs
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
