/**
 * How often the answer under way is drawn: seldom enough that drawing takes a small share of the time.
 *
 * On a CPU the cores that draw are the cores that decode, and llama.cpp's threads wait for each other: what a
 * picture takes from one of them it takes from all. So a machine that draws quickly shows many pictures a second,
 * and one that has two cores and draws without a GPU two. Figures: `npm run bench:engine -- --only window`.
 */

/** Of one core, on the window's main thread; the rest of the window's processes take as much again. */
export const drawingShares = {
  /** Every core decodes, and each picture makes all of them wait. */
  noSpareCore: 0.008,
  /** The window has a core, or the second half of one, to itself. */
  spareCore: 0.03,
  /** A GPU decodes on while the window draws. */
  gpu: 0.05,
} as const
const shortestMs = 33
/** A reader still sees text come in at this pace. */
const longestMs = 500
/** Weight of the newest picture in the mean. */
const newest = 0.3

export class DrawingBudget {
  private costMs = 0

  /** `share`: of one core that drawing may take. */
  constructor(private readonly share: number) {}

  /** Another picture was drawn, and took this long. */
  drawn(costMs: number): void {
    this.costMs = this.costMs === 0 ? costMs : this.costMs + (costMs - this.costMs) * newest
  }
  /** From one picture to the next. */
  get everyMs(): number {
    return Math.min(longestMs, Math.max(shortestMs, this.costMs / this.share))
  }
}

/** Changes what is shown, waits until it is drawn, and returns how long the page's thread took for both. */
export async function draw(change: () => void): Promise<number> {
  const started = performance.now()
  change()
  // React renders in a microtask, before this goes on.
  await Promise.resolve()
  const changed = performance.now() - started
  // A hidden page draws nothing.
  return document.hidden ? changed : changed + (await nextFrame())
}

/** Length of the next frame, from its callbacks to the end of its painting. */
const nextFrame = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const started = performance.now()
      const { port1, port2 } = new MessageChannel()
      // A task that is queued within a frame comes after its layout and paint.
      port1.onmessage = () => {
        port1.close()
        resolve(performance.now() - started)
      }
      port2.postMessage(null)
    })
  })
