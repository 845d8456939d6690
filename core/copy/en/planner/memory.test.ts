import { expect, it } from 'vitest'
import type { Room } from '../../../plan/bill'
import type { BillPart } from '../../../plan/bill-part'
import { memory as german, partMeaning as germanPartMeaning } from '../../de/planner/memory'
import { headline, memory, partMeaning } from './memory'

const mib = 2 ** 20
const room = (location: Room['location'], spareMebibytes: number, isFullestGpu = false): Room => ({
  location,
  spareBytes: spareMebibytes * mib,
  reserveBytes: 900 * mib,
  isFullestGpu,
})

it('the planner’s verdict names each memory, and shows no more digits than its estimates have', () => {
  const { fits } = headline.total
  expect(fits([room('ram', 625)])).toBe('fits: ≈ 630 MiB of RAM stays free')
  expect(fits([room('ram', 23_552), room('vram', 29_696)])).toBe('fits: ≈ 23 GiB of RAM and ≈ 29 GiB of VRAM stay free')
  expect(fits([room('ram', 0.5), room('vram', 1577, true)])).toBe(
    'fits: ≈ 510 KiB of RAM and ≈ 1.5 GiB of VRAM of the fullest GPU stay free',
  )
})
it.each([
  ['cuda', /^Driver and kernels on each GPU: 456 MiB, as llama\.cpp reported for CUDA on an RTX 4090$/, /4090 angab$/],
  ['vulkan', /not measured for Vulkan, so the same is assumed$/, /für Vulkan nicht gemessen, daher gleich angenommen$/],
  ['metal', /not measured for Metal.*memory that it shares with the system$/, /für Metal nicht gemessen.*mit dem System teilt$/],
  ['unknown', /reported for CUDA on an RTX 4090; assumed for other GPUs$/, /für andere GPUs angenommen$/],
] as const)('the row of the driver says which figure it uses with %s, and whether it was measured', (gpu, english, inGerman) => {
  const part: BillPart = { kind: 'overhead', location: 'vram', bytes: 456 * mib, source: 'estimate', errorShare: 1, gpu }
  expect(partMeaning(part)).toMatch(english)
  expect(germanPartMeaning(part)).toMatch(inGerman)
})
it('the row of the engine says that the driver of a GPU that shares the RAM is not counted', () => {
  const part: BillPart = { kind: 'overhead', location: 'ram', bytes: 100 * mib, source: 'estimate', errorShare: null, gpu: 'shared' }
  expect(partMeaning(part)).toMatch(/The GPU shares this memory; what its driver takes is not known, so it is not counted$/)
  expect(germanPartMeaning(part)).toMatch(/nicht mitgezählt$/)
  expect(partMeaning({ ...part, gpu: 'cuda' })).toMatch(/measured with a small model$/)
})
it('the note of a memory bar counts the reserve', () => {
  const bytes = { usedBytes: 17 * 1024 * mib, reserveBytes: 900 * mib, freeBytes: 18 * 1024 * mib }
  expect(memory.note(bytes, 'ram')).toBe('17.0 GiB and a reserve of ≈ 900 MiB, of the 18.0 GiB that is free on this machine.')
  expect(german.note({ ...bytes, freeBytes: 17.5 * 1024 * mib }, 'vram', true)).toBe(
    '17.0 GiB und ≈ 900 MiB Reserve werden gebraucht; das Gerät hat 17.5 GiB VRAM (rote Linie).',
  )
})
