import { describe, expect, it } from 'vitest'
import type { PlannedLayer } from '../../../core/kv/cache-plan'
import { layerRows, layersCsv } from './layer-rows'

const layer = (index: number, kind: PlannedLayer['kind'], change: Partial<PlannedLayer> = {}): PlannedLayer => ({
  index,
  kind,
  cells: 0,
  kBytes: 0,
  vBytes: 0,
  stateBytes: 0,
  ...change,
})

describe('a plan by layer', () => {
  const rows = layerRows({
    layers: [
      layer(0, 'full', { cells: 512, kBytes: 100, vBytes: 50 }),
      layer(0, 'recurrent', { cells: 1, stateBytes: 7 }),
      layer(1, 'none'),
      layer(2, 'recurrent', { cells: 1, stateBytes: 7 }),
    ],
  })
  it('adds up the bytes that one layer has in several caches', () => {
    expect(rows[0]).toEqual({
      index: 0,
      kinds: ['full', 'recurrent'],
      cells: 512,
      keyBytes: 100,
      valueBytes: 50,
      stateBytes: 7,
      bytes: 157,
    })
    expect(rows.map(({ kinds }) => kinds)).toEqual([['full', 'recurrent'], ['none'], ['recurrent']])
  })
  it('counts no cells for a recurrent state', () => {
    expect(rows[2]?.cells).toBe(0)
  })
  it('is exported as CSV with exact bytes', () => {
    expect(layersCsv(rows)).toBe(
      'layer,kind,cells,k_bytes,v_bytes,state_bytes,bytes\r\n0,full+recurrent,512,100,50,7,157\r\n1,none,0,0,0,0,0\r\n2,recurrent,0,0,0,7,7\r\n',
    )
  })
})
