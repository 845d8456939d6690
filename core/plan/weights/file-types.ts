/**
 * Bits per weight, averaged over a file: mixtures such as Q4_K_M store some tensors in larger types.
 *
 * Source: Llama 3.1 8B in tools/quantize/README.md of llama.cpp.
 */
export const fileTypes = [
  'f16',
  'q8_0',
  'q6_K',
  'q5_K_M',
  'q5_K_S',
  'q4_K_M',
  'q4_K_S',
  'iq4_XS',
  'q3_K_L',
  'q3_K_S',
  'iq3_XXS',
  'q2_K',
] as const
export type FileType = (typeof fileTypes)[number]

export const fileTypeBits: Readonly<Record<FileType, number>> = {
  f16: 16,
  q8_0: 8.5,
  q6_K: 6.5633,
  q5_K_M: 5.7036,
  q5_K_S: 5.5704,
  q4_K_M: 4.8944,
  q4_K_S: 4.6672,
  iq4_XS: 4.4597,
  q3_K_L: 4.2979,
  q3_K_S: 3.6429,
  iq3_XXS: 3.2548,
  q2_K: 3.1593,
}

/** Assumed, with a margin: Q4_K_M has 4.88 bits for 8B and 4.91 for 405B. f16 and q8_0 are not mixtures. */
export const fileTypeErrorShare = (type: FileType): number => (type === 'f16' || type === 'q8_0' ? 0.005 : 0.05)

export const defaultFileType: FileType = 'q4_K_M'
