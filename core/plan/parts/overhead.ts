/**
 * Resident memory of the engine after a prompt to the embedded model, minus weights, cache and compute buffer (Linux x64, Node 20,
 * node-llama-cpp 3.21.1).
 */
export const engineOverheadBytes = 100 * 2 ** 20

/**
 * Memory that a backend uses on each GPU in addition to its buffers: driver context, kernels, scratch memory.
 *
 * Source: llama.cpp's pull request 15860 lists 451 to 456 MiB as "unaccounted" on three RTX 4090 with CUDA. A comment in pull request 23604
 * gives 107 MiB (RTX 4060 Ti) and 555 MiB (RTX PRO 6000) for the driver context, hence the error. Not measured for Vulkan and Metal.
 */
export const gpuOverheadBytes = 456 * 2 ** 20
export const gpuOverheadErrorShare = 0.25
