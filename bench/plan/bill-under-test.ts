import type { BillSettings } from '../../core/plan/bill-part'
import type { PlanMachine } from '../../core/plan/machines/machine'

export const settings: BillSettings = {
  contextTokens: 32_768,
  keyType: 'q8_0',
  valueType: 'q8_0',
  sequences: 2,
  batchTokens: 512,
  swaFullCache: false,
  flashAttention: 'auto',
  gpuLayers: 'auto',
}
export const machine: PlanMachine = {
  ram: { totalBytes: 32 * 2 ** 30, freeBytes: 24 * 2 ** 30 },
  vram: { totalBytes: 8 * 2 ** 30, freeBytes: 6 * 2 ** 30, devices: ['a GPU of 8 GiB'] },
  measuredAtMs: 0,
}
