/** What the engine process holds besides weights, caches and compute buffer: Node, llama.cpp's code, the vocabulary. */

/**
 * Measured: resident memory of a process that has loaded the embedded model and evaluated a prompt, less its weights,
 * cache and compute buffer as llama.cpp reports them: 99 and 102 MiB (Linux x64, Node 20, node-llama-cpp 3.21.1, CPU). Node alone
 * is 82 of it. A GPU's driver adds some hundred MiB; a vocabulary of 150,000 tokens some ten.
 */
export const engineOverheadBytes = 100 * 2 ** 20
