import type { PlanMachine, PlannedGpu } from './machine'
import type { MachinePreset } from './machine-presets'

/** An imagined machine, whose memory is all free. */
export interface WhatIfMachine {
  readonly ramBytes: number
  /** Per GPU. */
  readonly vramBytes: readonly number[]
  /** Bytes per second of the memory that contains the weights. null if unknown. */
  readonly bandwidth: number | null
  /** Absent if unknown. */
  readonly gpu?: PlannedGpu
  /** CPU and GPU share `ramBytes`. */
  readonly isUnified?: true
}

export function planMachineOf({ ramBytes, vramBytes, gpu, isUnified }: WhatIfMachine): PlanMachine {
  const total = vramBytes.reduce((sum, bytes) => sum + bytes, 0)
  return {
    ram: { totalBytes: ramBytes, freeBytes: ramBytes },
    vram:
      total === 0
        ? null
        : { totalBytes: total, freeBytes: total, devices: vramBytes.map((_, at) => `GPU ${at + 1}`), freeBytesEach: vramBytes },
    ...(gpu && total > 0 && { gpu }),
    ...(isUnified && total === 0 && { gpu: 'shared' as const }),
    measuredAtMs: 0,
  }
}

const gib = 2 ** 30

/** Adds a card to a machine with `ramBytes`. Unified memory replaces `ramBytes`. */
export function machineWith({ memory, gibibytes, gigabytesPerSecond, gpu }: MachinePreset, ramBytes: number): WhatIfMachine {
  const bytes = gibibytes * gib
  const bandwidth = Math.round(gigabytesPerSecond * 1e9)
  return memory === 'vram'
    ? { ramBytes, vramBytes: [bytes], bandwidth, ...(gpu && { gpu }) }
    : { ramBytes: bytes, vramBytes: [], bandwidth, isUnified: true }
}
