/** A backend, or `shared` for the GPU of an imagined machine that has no memory of its own. */
export type PlannedGpu = 'cuda' | 'metal' | 'vulkan' | 'shared' | 'unknown'

export interface PlannedGpus {
  readonly count: number
  readonly gpu: PlannedGpu
}

/** Measured by the host or chosen by the user. Never stored. */
export interface PlanMachine {
  readonly ram: { readonly totalBytes: number; readonly freeBytes: number }
  /** null without a GPU, or before an engine has run. */
  readonly vram: PlanVram | null
  /** Absent if unknown. */
  readonly gpu?: PlannedGpu
  readonly measuredAtMs: number
}

export interface PlanVram {
  /** All GPUs together. */
  readonly totalBytes: number
  readonly freeBytes: number
  readonly devices: readonly string[]
  /** If absent, the GPUs count as one. */
  readonly freeBytesEach?: readonly number[]
}
