import { outsideFlag, reusedFlag } from '../../../../core/cells/cell-codes'
import type { CellLayout } from './cell-layout'

/** Theme colors as 0xAABBGGRR, the canvas's byte order on little-endian processors. */
export interface CellPalette {
  readonly ink: readonly number[]
  readonly ground: number
  /** Color over reused cells: stripes on large cells, else mixed with the cell's color. */
  readonly reused: number
}

/** Writes all `layout.width` x `layout.height` elements of `pixels`. */
export function paintCells(pixels: Uint32Array, layout: CellLayout, codes: Uint8Array, palette: CellPalette): void {
  const { rows, side, gap, width } = layout
  const hasStripes = side >= 6
  const inks = inksOf(palette, hasStripes)
  pixels.fill(palette.ground)
  for (let row = 0; row < rows; row++) {
    paintLine(pixels, layout, codes, row, inks)
    const first = row * side * width
    for (let y = 1; y < side - gap; y++) pixels.copyWithin(first + y * width, first, first + width)
    if (hasStripes) stripeRow(pixels, layout, codes, row, palette.reused)
  }
}

function inksOf({ ink, ground, reused }: CellPalette, hasStripes: boolean): Uint32Array {
  const inks = new Uint32Array(2 * outsideFlag)
  for (const [code, color] of ink.entries()) {
    inks[code] = color
    inks[code | reusedFlag] = hasStripes ? color : half(color, reused)
    for (const inside of [code, code | reusedFlag]) inks[inside | outsideFlag] = half(inks[inside] as number, ground)
  }
  return inks
}

function paintLine(pixels: Uint32Array, layout: CellLayout, codes: Uint8Array, row: number, inks: Uint32Array): void {
  const { columns, side, gap, width } = layout
  const end = Math.min(codes.length, (row + 1) * columns)
  let at = row * side * width
  for (let cell = row * columns; cell < end; cell++) {
    const color = inks[codes[cell] as number] as number
    for (let x = 0; x < side - gap; x++) pixels[at + x] = color
    at += side
  }
}

function stripeRow(pixels: Uint32Array, { columns, side, gap, width }: CellLayout, codes: Uint8Array, row: number, color: number): void {
  const end = Math.min(codes.length, (row + 1) * columns)
  for (let cell = row * columns; cell < end; cell++)
    if (((codes[cell] as number) & reusedFlag) !== 0) stripe(pixels, row * side * width + (cell % columns) * side, width, side - gap, color)
}

function stripe(pixels: Uint32Array, start: number, width: number, side: number, color: number): void {
  for (let y = 0; y < side; y++) for (let x = (3 - (y % 3)) % 3; x < side; x += 3) pixels[start + y * width + x] = color
}

const half = (left: number, right: number): number => ((((left >>> 1) & 0x7f7f7f7f) + ((right >>> 1) & 0x7f7f7f7f)) | 0xff000000) >>> 0
