/**
 * llama.cpp's threads spin at a barrier after every operation. With one of two cores busy, two threads decode a hundred times slower than
 * one. So the engine uses only idle cores, gives one up within a few tokens, and takes it back when the machine is quiet.
 *
 * Figures: `npm run bench:engine`, under load.
 */

/** Cores that others may use before a thread is given up. The window that draws the answer needs them. */
const toleratedCores = 0.6
/** Long enough for the system's 10 ms clock. */
export const loadWindowMs = 150
/** Quiet time before a thread is added. Doubles if a thread was added too early, up to `longestQuietMs`. */
const quietMs = 1000
const longestQuietMs = 30_000
/** Number of consecutive busy windows that lower the threads. Opening a menu must not lower them. */
const windowsToLower = 2
/** A gap this many times the usual one means that a thread has lost its core. */
const blowUp = 4
/** Shorter gaps are noise. */
const blowUpMs = 12
/** A second long gap within this many tokens means that a core is busy. */
const tokensBetweenBlowUps = 16
/** A longer gap drops a thread at once. */
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

  /** `cores` is the number of physical cores suited to arithmetic. */
  constructor(private readonly cores: number) {
    this.limit = cores
  }

  threadsFor(most: number): number {
    return Math.min(most, this.limit)
  }

  /** Call it after every token. Returns true if the limit changed. */
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
    // The usual gap rises slowly and falls fast, to follow the gap of an undisturbed machine.
    this.usualMs = usual === 0 ? gapMs : usual + (gapMs - usual) * (gapMs < usual ? 0.3 : 0.05)
    return false
  }

  /** Call it when a turn begins, because its first gaps are not representative. */
  turn(): void {
    this.tokensSinceChange = 0
    this.tokensSinceBlowUp = null
    this.usualMs = 0
  }

  /** Call it after every load window. `othersCores` is the number of cores busy with other programs. Returns true if the limit changed. */
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
