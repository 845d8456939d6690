/** Narrow windows leave the column out. */
export const wideCell = 'hidden min-[56rem]:table-cell'
