import os from 'node:os'
import type { PlanMachine } from '../../../core/plan/machines/machine'
import { machinePresetOf, machinePresets } from '../../../core/plan/machines/machine-presets'
import { machineWith, planMachineOf, type WhatIfMachine } from '../../../core/plan/machines/what-if-machine'
import { type Flags, number, oneOf, text, UsageError } from './flags'

export const machineFlags = { ram: 'string', vram: 'string', bandwidth: 'string', machine: 'string' } as const

export interface AskedMachine {
  readonly machine: PlanMachine
  /** In bytes per second. null if not given. */
  readonly bandwidth: number | null
  readonly isWhatIf: boolean
}

const gib = 2 ** 30
const mostGibibytes = 2 ** 20

/**
 * Without `--machine`, `--ram` and `--vram`, returns this machine, without VRAM because this process cannot measure a GPU. Throws
 * UsageError.
 */
export function machineFrom(flags: Flags): AskedMachine {
  const asked = whatIfFrom(flags)
  if (asked) return { machine: planMachineOf(asked), bandwidth: asked.bandwidth, isWhatIf: true }
  const bandwidth = gigabytesPerSecond(flags)
  const ram = { totalBytes: os.totalmem(), freeBytes: os.freemem() }
  return { machine: { ram, vram: null, measuredAtMs: Date.now() }, bandwidth: bandwidth ?? null, isWhatIf: false }
}

function whatIfFrom(flags: Flags): WhatIfMachine | null {
  const id = oneOf(
    flags,
    'machine',
    machinePresets.map((preset) => preset.id),
  )
  const preset = id === undefined ? undefined : machinePresetOf(id)
  const ram = gibibytes('ram', text(flags, 'ram'))
  const vram = text(flags, 'vram')
    ?.split(',')
    .map((word) => gibibytes('vram', word) ?? 0)
  if (!preset && ram === undefined && vram === undefined) return null
  const ramBytes = ram ?? os.freemem()
  const known: WhatIfMachine = preset ? machineWith(preset, ramBytes) : { ramBytes, vramBytes: [], bandwidth: null }
  return {
    ...known,
    ramBytes: ram ?? known.ramBytes,
    vramBytes: (vram ?? known.vramBytes).filter((bytes) => bytes > 0),
    bandwidth: gigabytesPerSecond(flags) ?? known.bandwidth,
  }
}

function gibibytes(name: string, word: string | undefined): number | undefined {
  if (word === undefined) return undefined
  const value = Number(word)
  if (word.trim() === '' || !(value >= 0 && value <= mostGibibytes)) throw new UsageError(`--${name} takes GiB, got "${word}"`)
  return Math.round(value * gib)
}

function gigabytesPerSecond(flags: Flags): number | undefined {
  const value = number(flags, 'bandwidth')
  if (value !== undefined && value <= 0) throw new UsageError(`--bandwidth takes GB/s, got "${value}"`)
  return value === undefined ? undefined : value * 1e9
}
