/**
 * Resident memory after a prompt to the embedded model, minus weights, cache and compute buffer (Linux x64, Node 20, node-llama-cpp
 * 3.21.1).
 */
export const engineOverheadBytes = 100 * 2 ** 20
