/**
 * Resident memory after a prompt to the embedded model, minus weights, cache and compute buffer (Linux x64, Node 20, node-llama-cpp
 * 3.21.1).
 */
export const engineOverheadBytes = 100 * 2 ** 20

/**
 * What a backend takes from each GPU besides its buffers: driver context, kernels, scratch memory.
 *
 * Source for CUDA: "unaccounted" of three RTX 4090, 451 to 456 MiB, in the description of llama.cpp's pull request 15860. A context alone
 * takes 107 MiB on an RTX 4060 Ti and 555 MiB on an RTX PRO 6000 (a comment in pull request 23604), hence the error. Headroom assumes the
 * same for Vulkan and Metal, which nobody has measured for it.
 */
export const gpuOverheadBytes = 456 * 2 ** 20
export const gpuOverheadErrorShare = 0.25
