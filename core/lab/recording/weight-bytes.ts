/**
 * Attention weights as bytes, for pictures. Most weights are far below 1 / 255, so a byte counts the square root: the smallest
 * step that can be told from 0 is 1 / 65,025.
 */
export const weightByte = (weight: number): number => Math.round(255 * Math.sqrt(weight))

export const weightOfByte = (byte: number): number => (byte / 255) ** 2
