/** In pixels, except for `columns` and `rows`. */
export interface CellLayout {
  readonly columns: number
  readonly rows: number
  readonly side: number
  readonly gap: number
  readonly width: number
  readonly height: number
}

const smallestSide = 2
const largestSide = 18
const columnStep = 16

export function cellLayout(cells: number, width: number, height: number): CellLayout {
  const wanted = Math.floor(Math.sqrt((width * height) / Math.max(1, cells)))
  let layout = laidOut(cells, width, Math.min(largestSide, Math.max(smallestSide, wanted)))
  // Rounding the number of columns down can add rows.
  while (layout.height > height && layout.side > smallestSide) layout = laidOut(cells, width, layout.side - 1)
  return layout
}

function laidOut(cells: number, width: number, side: number): CellLayout {
  const fitting = Math.max(columnStep, Math.floor(width / side / columnStep) * columnStep)
  const columns = Math.min(fitting, Math.ceil(cells / columnStep) * columnStep)
  const rows = Math.ceil(cells / columns)
  return { columns, rows, side, gap: side >= 4 ? 1 : 0, width: columns * side, height: rows * side }
}

export function cellUnder({ columns, side }: CellLayout, cells: number, x: number, y: number): number | undefined {
  const column = Math.floor(x / side)
  const cell = Math.floor(y / side) * columns + column
  return column >= 0 && column < columns && cell >= 0 && cell < cells ? cell : undefined
}
