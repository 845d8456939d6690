/** Narrow windows leave the column out. */
export const wideCell = 'hidden @min-[52rem]:table-cell'
