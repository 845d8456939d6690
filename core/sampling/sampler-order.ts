export const samplers = ['logitBias', 'penalties', 'dry', 'topK', 'topP', 'minP', 'xtc', 'temperature'] as const
export type Sampler = (typeof samplers)[number]

/**
 * The samplers in the order in which node-llama-cpp applies them.
 * Source: AddonSampler::rebuildChainIfNeeded in llama/addon/AddonSampler.cpp, node-llama-cpp 3.21.1.
 */
export const samplerOrder = (temperature: number): readonly Sampler[] => (temperature > 0 ? samplers : greedySamplers)

/** At temperature 0, the most likely token left is picked, without the filters by rank and probability. */
const greedySamplers: readonly Sampler[] = ['logitBias', 'penalties', 'dry', 'xtc']
