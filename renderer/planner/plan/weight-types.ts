export const weightTypes = ['f16', 'q8_0', 'q4_K_M'] as const
export type WeightType = (typeof weightTypes)[number]

/** Bits per weight. q4_K_M mixes types; its files average 4.85. Source: the table in tools/quantize/README.md of llama.cpp. */
export const weightBits: Readonly<Record<WeightType, number>> = { f16: 16, q8_0: 8.5, q4_K_M: 4.85 }

export const estimatedWeightBytes = (parameters: number, type: WeightType): number => Math.round((parameters * weightBits[type]) / 8)
