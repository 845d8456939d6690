/**
 * Resident memory after a prompt to the embedded model, minus weights, cache and compute buffer (Linux x64, Node 20, node-llama-cpp
 * 3.21.1).
 */
export const engineOverheadBytes = 100 * 2 ** 20

/**
 * Driver context, kernels and scratch memory of a backend on each GPU.
 *
 * Source: llama.cpp's pull request 15860, 451 to 456 MiB "unaccounted" on three RTX 4090 with CUDA. A driver context alone takes 107 MiB on
 * an RTX 4060 Ti and 555 MiB on an RTX PRO 6000 (comment in pull request 23604), hence the error. Not measured for Vulkan and Metal.
 */
export const gpuOverheadBytes = 456 * 2 ** 20
export const gpuOverheadErrorShare = 0.25
