/** How many cells stand in a row of a picture, and how large one is. Plain numbers, in pixels of the screen. */
export interface CellLayout {
  readonly columns: number
  readonly rows: number
  /** Side of a cell with the gap behind it. */
  readonly side: number
  readonly gap: number
  readonly width: number
  readonly height: number
}

const smallestSide = 2
const largestSide = 18
/** A row then stands for a number of cells that is easy to count with. */
const columnStep = 16

/** Fills `width`; goes beyond `height` only where the cells would be too small to be seen. */
export function cellLayout(cells: number, width: number, height: number): CellLayout {
  const wanted = Math.floor(Math.sqrt((width * height) / Math.max(1, cells)))
  let layout = laidOut(cells, width, Math.min(largestSide, Math.max(smallestSide, wanted)))
  // What is left at the end of a row, as rows are round, can cost a row too many.
  while (layout.height > height && layout.side > smallestSide) layout = laidOut(cells, width, layout.side - 1)
  return layout
}

function laidOut(cells: number, width: number, side: number): CellLayout {
  const fitting = Math.max(columnStep, Math.floor(width / side / columnStep) * columnStep)
  const columns = Math.min(fitting, Math.ceil(cells / columnStep) * columnStep)
  const rows = Math.ceil(cells / columns)
  return { columns, rows, side, gap: side >= 4 ? 1 : 0, width: columns * side, height: rows * side }
}

/** The cell under a point; undefined where there is none. */
export function cellUnder({ columns, side }: CellLayout, cells: number, x: number, y: number): number | undefined {
  const column = Math.floor(x / side)
  const cell = Math.floor(y / side) * columns + column
  return column >= 0 && column < columns && cell >= 0 && cell < cells ? cell : undefined
}
