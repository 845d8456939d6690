/** The host measures these values, or the user chooses them for a what-if. They are never stored. */
export interface PlanMachine {
  readonly ram: { readonly totalBytes: number; readonly freeBytes: number }
  /** null if no engine has run yet or no GPU exists. */
  readonly vram: PlanVram | null
  readonly measuredAtMs: number
}

export interface PlanVram {
  /** Memory of all GPUs together. */
  readonly totalBytes: number
  readonly freeBytes: number
  readonly devices: readonly string[]
  /** Memory of each device. If absent, the GPUs count as one. */
  readonly freeBytesEach?: readonly number[]
}
