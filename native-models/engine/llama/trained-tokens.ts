import type { LlamaModel } from 'node-llama-cpp'

/** As the file has it, a u32; llama.cpp hands it over as an int32 (`llama_model_n_ctx_train`), so that what is beyond 2^31 − 1 would be negative. */
export const trainedTokensOf = ({ trainContextSize }: Pick<LlamaModel, 'trainContextSize'>): number => trainContextSize >>> 0
