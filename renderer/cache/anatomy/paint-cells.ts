/** Cells as pixels. Plain arithmetic on a buffer: no canvas, no DOM. */
import { reusedFlag } from '../../../core/cells/cell-codes'
import type { CellLayout } from './cell-layout'

/** Colours of a theme, as a canvas keeps them: 0xAABBGGRR on every processor that there is a browser for. */
export interface CellPalette {
  /** By code, without the flag. */
  readonly ink: readonly number[]
  readonly ground: number
  /** What lies over a cell that was reused: stripes where there is room for them, else the two mixed. */
  readonly reused: number
}

/** Paints every cell. `pixels`: `layout.width` x `layout.height`, all of which are written. */
export function paintCells(pixels: Uint32Array, layout: CellLayout, codes: Uint8Array, palette: CellPalette): void {
  const { columns, side, gap, width } = layout
  const plain = palette.ink
  const mixed = plain.map((colour) => half(colour, palette.reused))
  const hasStripes = side >= 6
  const inner = side - gap
  pixels.fill(palette.ground)
  for (let cell = 0; cell < codes.length; cell++) {
    const code = codes[cell] as number
    const isReused = (code & reusedFlag) !== 0
    const colour = (isReused && !hasStripes ? mixed : plain)[code & 7] as number
    const start = Math.floor(cell / columns) * side * width + (cell % columns) * side
    for (let y = 0; y < inner; y++) pixels.fill(colour, start + y * width, start + y * width + inner)
    if (isReused && hasStripes) stripe(pixels, start, width, inner, palette.reused)
  }
}

/** Diagonal lines of a pixel, every third. */
function stripe(pixels: Uint32Array, start: number, width: number, side: number, colour: number): void {
  for (let y = 0; y < side; y++) for (let x = (3 - (y % 3)) % 3; x < side; x += 3) pixels[start + y * width + x] = colour
}

/** Channel by channel, the mean of two colours. */
const half = (left: number, right: number): number => ((((left >>> 1) & 0x7f7f7f7f) + ((right >>> 1) & 0x7f7f7f7f)) | 0xff000000) >>> 0
