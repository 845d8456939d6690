/** Stores the square root, because most weights are far below 1 / 255. */
export const weightByte = (weight: number): number => Math.round(255 * Math.sqrt(weight))

export const weightOfByte = (byte: number): number => (byte / 255) ** 2
