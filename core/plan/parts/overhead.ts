/** Memory of the engine process besides weights, caches and compute buffer: Node, llama.cpp's code, the vocabulary. */

/**
 * Measured: resident memory after loading the embedded model and evaluating a prompt, minus weights, cache and compute buffer as llama.cpp
 * reports them: 99 and 102 MiB (Linux x64, Node 20, node-llama-cpp 3.21.1, CPU), of which Node alone takes 82. A GPU driver adds about a
 * hundred MiB, a vocabulary of 150,000 tokens about ten.
 */
export const engineOverheadBytes = 100 * 2 ** 20
