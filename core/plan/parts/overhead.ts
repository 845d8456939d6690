import type { PlannedGpu } from '../machines/machine'

/**
 * Resident memory after a prompt to the embedded model, minus weights, cache and compute buffer (Linux x64, Node 20, node-llama-cpp
 * 3.21.1).
 */
export const engineOverheadBytes = 100 * 2 ** 20

/**
 * Driver context, kernels and scratch memory of CUDA on each GPU.
 *
 * Source: llama.cpp's pull request 15860, 451 to 456 MiB "unaccounted" on three RTX 4090. A driver context alone takes 107 MiB on an RTX
 * 4060 Ti and 555 MiB on an RTX PRO 6000 (comment in pull request 23604), hence the error.
 */
export const gpuOverheadBytes = 456 * 2 ** 20
export const gpuOverheadErrorShare = 0.25
/** Assumed: from nothing to twice CUDA's figure. */
const unmeasuredErrorShare = 1

interface GpuOverhead {
  readonly bytes: number
  readonly errorShare: number
}

const ofCuda: GpuOverhead = { bytes: gpuOverheadBytes, errorShare: gpuOverheadErrorShare }
const unmeasured: GpuOverhead = { bytes: gpuOverheadBytes, errorShare: unmeasuredErrorShare }

/** On each GPU. With Metal, llama.cpp counts only what the process itself has allocated, so the driver's share is unknown. */
export const gpuOverheads: Readonly<Record<PlannedGpu, GpuOverhead>> = {
  cuda: ofCuda,
  metal: unmeasured,
  vulkan: unmeasured,
  shared: unmeasured,
  unknown: unmeasured,
}
