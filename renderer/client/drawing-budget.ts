/**
 * Limits how often a streaming answer is drawn. On a CPU, drawing takes a core from decoding, and llama.cpp's threads wait for each other.
 * Figures: `npm run bench:engine -- --only window`.
 */

/** Share of one core for the window's main thread. The window's other processes use about as much. */
export const drawingShares = {
  /** While every core decodes, so that decoding waits for each frame. */
  noSpareCore: 0.008,
  /** While one core, or half of a hyperthreaded one, is free for the window. */
  spareCore: 0.03,
  gpu: 0.05,
} as const
const shortestMs = 33
/** At this interval, text still seems to flow. */
const longestMs = 500
/** Weight of the newest frame in the moving average. */
const newest = 0.3

export class DrawingBudget {
  private costMs = 0

  constructor(private readonly share: number) {}

  drawn(costMs: number): void {
    this.costMs = this.costMs === 0 ? costMs : this.costMs + (costMs - this.costMs) * newest
  }
  get everyMs(): number {
    return Math.min(longestMs, Math.max(shortestMs, this.costMs / this.share))
  }
}

/** Returns the milliseconds that the main thread takes to make and draw the change. */
export async function draw(change: () => void): Promise<number> {
  const started = performance.now()
  change()
  // React renders in a microtask before this await ends.
  await Promise.resolve()
  const changed = performance.now() - started
  return document.hidden ? changed : changed + (await nextFrame())
}

/** Measures the next frame, from its callbacks to the end of its paint. */
const nextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now()
      const { port1, port2 } = new MessageChannel()
      // A task queued in a frame runs after layout and paint.
      port1.onmessage = () => {
        port1.close()
        resolve(performance.now() - started)
      }
      port2.postMessage(null)
    })
  })
