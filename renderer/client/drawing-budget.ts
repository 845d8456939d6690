/**
 * Limits how often the answer under way is drawn, so that drawing takes a small share of the time. On a CPU, drawing uses the cores that
 * decode, and llama.cpp's threads wait for each other: time taken from one is taken from all. A machine that draws fast shows many frames
 * per second; one with two cores and no GPU shows two. Figures: `npm run bench:engine -- --only window`.
 */

/** Share of one core, on the window's main thread; the window's other processes use as much again. */
export const drawingShares = {
  /** Every core decodes and waits for each frame. */
  noSpareCore: 0.008,
  /** The window has a core, or the second half of one, to itself. */
  spareCore: 0.03,
  /** A GPU keeps decoding while the window draws. */
  gpu: 0.05,
} as const
const shortestMs = 33
/** Text at this pace still seems to flow. */
const longestMs = 500
/** Weight of the newest frame in the moving average. */
const newest = 0.3

export class DrawingBudget {
  private costMs = 0

  /** `share`: of one core, for drawing. */
  constructor(private readonly share: number) {}

  drawn(costMs: number): void {
    this.costMs = this.costMs === 0 ? costMs : this.costMs + (costMs - this.costMs) * newest
  }
  /** Interval between frames. */
  get everyMs(): number {
    return Math.min(longestMs, Math.max(shortestMs, this.costMs / this.share))
  }
}

/** Applies a change, waits until it is drawn, and returns the main thread's time for both in milliseconds. */
export async function draw(change: () => void): Promise<number> {
  const started = performance.now()
  change()
  // React renders in a microtask before this continues.
  await Promise.resolve()
  const changed = performance.now() - started
  // A hidden page draws nothing.
  return document.hidden ? changed : changed + (await nextFrame())
}

/** Duration of the next frame, from its callbacks to the end of its paint. */
const nextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now()
      const { port1, port2 } = new MessageChannel()
      // A task queued within a frame runs after its layout and paint.
      port1.onmessage = () => {
        port1.close()
        resolve(performance.now() - started)
      }
      port2.postMessage(null)
    })
  })
