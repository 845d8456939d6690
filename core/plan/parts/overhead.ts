/**
 * Resident memory after a prompt to the embedded model, minus weights, cache and compute buffer: 99 and 102 MiB (Linux x64, Node 20,
 * node-llama-cpp 3.21.1, CPU), of which Node takes 82. A GPU driver adds about a hundred, a vocabulary of 150,000 tokens about ten.
 */
export const engineOverheadBytes = 100 * 2 ** 20
