import type { LlamaModel } from 'node-llama-cpp'

/** `llama_model_n_ctx_train` returns the file's u32 as an int32, so values above 2^31 − 1 become negative. */
export const trainedTokensOf = ({ trainContextSize }: Pick<LlamaModel, 'trainContextSize'>): number => trainContextSize >>> 0
