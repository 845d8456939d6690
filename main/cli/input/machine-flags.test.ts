import { expect, it } from 'vitest'
import { UsageError } from './flags'
import { machineFrom } from './machine-flags'

const gib = 2 ** 30

it('machineFrom describes another machine by its memory in GiB, its bandwidth in GB/s and its GPUs', () => {
  const { machine, bandwidth, isWhatIf } = machineFrom({ ram: '32', vram: '24,12', bandwidth: '936' })
  expect(machine.ram).toEqual({ totalBytes: 32 * gib, freeBytes: 32 * gib })
  expect(machine.vram).toMatchObject({ freeBytes: 36 * gib, freeBytesEach: [24 * gib, 12 * gib] })
  expect([bandwidth, isWhatIf]).toEqual([936e9, true])
})
it('machineFrom takes memory and bandwidth from a preset, and lets flags override them', () => {
  expect(machineFrom({ machine: 'rtx-4090' })).toMatchObject({ machine: { vram: { freeBytes: 24 * gib } }, bandwidth: 1008e9 })
  expect(machineFrom({ machine: 'rtx-4090', vram: '24,24', ram: '8' })).toMatchObject({
    machine: { ram: { freeBytes: 8 * gib }, vram: { freeBytes: 48 * gib } },
    bandwidth: 1008e9,
  })
  expect(machineFrom({ machine: 'dgx-spark' })).toMatchObject({
    machine: { ram: { freeBytes: 128 * gib }, vram: null, gpu: 'shared' },
    bandwidth: 273e9,
  })
})
it('machineFrom describes this machine if there are no flags', () => {
  expect(machineFrom({})).toMatchObject({ machine: { vram: null }, bandwidth: null, isWhatIf: false })
})
it('machineFrom refuses an invalid amount and an unknown preset', () => {
  expect(() => machineFrom({ ram: 'much' })).toThrow(UsageError)
  expect(() => machineFrom({ vram: '24,' })).toThrow(UsageError)
  expect(() => machineFrom({ bandwidth: '0' })).toThrow(UsageError)
  expect(() => machineFrom({ machine: 'abacus' })).toThrow(UsageError)
})
