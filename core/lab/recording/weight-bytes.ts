/**
 * Attention weights as bytes, for pictures. Most weights are far below 1 / 255, so a byte stores the square root: the smallest nonzero
 * weight is 1 / 65,025.
 */
export const weightByte = (weight: number): number => Math.round(255 * Math.sqrt(weight))

export const weightOfByte = (byte: number): number => (byte / 255) ** 2
