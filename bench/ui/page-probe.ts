/** Playwright sends functions as source text, so they can't use variables of this module. */
export interface PageFigures {
  readonly frameMs: number[]
  /** Durations of tasks over 50 ms. Source: W3C Long Tasks API. */
  readonly longTaskMs: number[]
  /** From a key press to the frame that shows it, rounded to 8 ms. Times under 16 ms are not listed. Source: W3C Event Timing. */
  readonly keyMs: number[]
  /** From a key press to the end of its handlers. */
  readonly pageMs: number[]
  readonly keys: number
}

export interface Probe {
  start(): void
  stop(): PageFigures
}

declare global {
  interface Window {
    headroomProbe?: Probe
  }
}

export function installProbe(): void {
  let frameMs: number[] = []
  let longTaskMs: number[] = []
  let keyMs: number[] = []
  let pageMs: number[] = []
  let keys = 0
  let running = false
  let last = 0
  const frame = (now: number) => {
    if (!running) return
    if (last > 0) frameMs.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  new PerformanceObserver((list) => {
    if (running) for (const entry of list.getEntries()) longTaskMs.push(entry.duration)
  }).observe({ type: 'longtask' } as never)
  new PerformanceObserver((list) => {
    if (!running) return
    for (const entry of list.getEntries() as PerformanceEventTiming[]) {
      if (entry.name !== 'keydown') continue
      keyMs.push(entry.duration)
      pageMs.push(entry.processingEnd - entry.startTime)
    }
  }).observe({ type: 'event', durationThreshold: 16 } as never)
  window.addEventListener('keydown', () => keys++, { capture: true })
  window.headroomProbe = {
    start() {
      frameMs = []
      longTaskMs = []
      keyMs = []
      pageMs = []
      keys = 0
      last = 0
      running = true
      requestAnimationFrame(frame)
    },
    stop() {
      running = false
      return { frameMs, longTaskMs, keyMs, pageMs, keys }
    },
  }
}
