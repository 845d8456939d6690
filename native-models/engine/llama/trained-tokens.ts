import type { LlamaModel } from 'node-llama-cpp'

/**
 * Returns the trained context length as the u32 in the file. `llama_model_n_ctx_train` returns an int32, so values above 2^31 − 1 arrive
 * negative.
 */
export const trainedTokensOf = ({ trainContextSize }: Pick<LlamaModel, 'trainContextSize'>): number => trainContextSize >>> 0
