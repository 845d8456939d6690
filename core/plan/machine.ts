/** Measured by the host, never stored. */
export interface PlanMachine {
  readonly ram: { readonly totalBytes: number; readonly freeBytes: number }
  /** null if no engine has run yet or no GPU exists. */
  readonly vram: { readonly totalBytes: number; readonly freeBytes: number; readonly devices: readonly string[] } | null
  readonly measuredAtMs: number
}
