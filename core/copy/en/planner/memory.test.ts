import { expect, it } from 'vitest'
import type { Room } from '../../../plan/bill'
import { memory as german } from '../../de/planner/memory'
import { headline, memory } from './memory'

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
it('the note of a memory bar counts the reserve', () => {
  const bytes = { usedBytes: 17 * 1024 * mib, reserveBytes: 900 * mib, freeBytes: 18 * 1024 * mib }
  expect(memory.note(bytes, 'ram')).toBe('17.0 GiB and a reserve of ≈ 900 MiB, of the 18.0 GiB that is free on this machine.')
  expect(german.note({ ...bytes, freeBytes: 17.5 * 1024 * mib }, 'vram', true)).toBe(
    '17.0 GiB und ≈ 900 MiB Reserve werden gebraucht; das Gerät hat 17.5 GiB VRAM (rote Linie).',
  )
})
