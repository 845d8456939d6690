/** The memory that a plan is held against: measured by the host, never remembered. */
export interface PlanMachine {
  readonly ram: { readonly totalBytes: number; readonly freeBytes: number }
  /** All GPUs together, where the engine has looked; null: no engine has run yet, or it has no GPU. */
  readonly vram: { readonly totalBytes: number; readonly freeBytes: number; readonly devices: readonly string[] } | null
  /** Epoch milliseconds. */
  readonly measuredAtMs: number
}
