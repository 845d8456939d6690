/** Measured by the host, or chosen for a what-if. Never stored. */
export interface PlanMachine {
  readonly ram: { readonly totalBytes: number; readonly freeBytes: number }
  /** null if no engine has run yet or no GPU exists. */
  readonly vram: PlanVram | null
  readonly measuredAtMs: number
}

export interface PlanVram {
  /** All GPUs together. */
  readonly totalBytes: number
  readonly freeBytes: number
  readonly devices: readonly string[]
  /** By device; absent: the GPUs count as one. */
  readonly freeBytesEach?: readonly number[]
}
