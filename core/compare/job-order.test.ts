import { describe, expect, it } from 'vitest'
import type { ContextReport } from '../contract/cache/cache'
import type { CompareCell } from '../contract/compare/compare-runs'
import { defaultKvSettings } from '../contract/settings/kv-defaults'
import type { KvSettings } from '../contract/settings/kv-settings'
import { jobsOf } from './job-order'
import { waitingCell } from './plan-cells'

const speed = (index: number, repetitions: number, settings: KvSettings = defaultKvSettings): CompareCell =>
  waitingCell({
    index,
    variant: index,
    part: 'speed',
    item: 0,
    task: { kind: 'speed', settings, test: { prompt: 0, generated: 8, depth: 0 }, repetitions, warmUp: true },
  })
const orderOf = (cells: readonly CompareCell[]) => jobsOf(cells).map(({ cell, round }) => `${cell}:${round}`)

describe('the order of measurements', () => {
  it('goes through all cells in rounds, every other round backward', () => {
    expect(orderOf([speed(0, 3), speed(1, 3), speed(2, 3)])).toEqual(['0:0', '1:0', '2:0', '2:1', '1:1', '0:1', '0:2', '1:2', '2:2'])
  })
  it('spreads a steady drift evenly over all cells after an even number of rounds', () => {
    const jobs = jobsOf([speed(0, 4), speed(1, 4), speed(2, 4), speed(3, 4)])
    const positions = [0, 1, 2, 3].map((cell) => jobs.reduce((sum, job, position) => sum + (job.cell === cell ? position : 0), 0) / 4)
    expect(positions).toEqual([7.5, 7.5, 7.5, 7.5])
  })
  it('groups settings that need the same placement of the weights, because loading takes longer than measuring', () => {
    const onGpu = { ...defaultKvSettings, gpuLayers: 4 }
    expect(orderOf([speed(0, 2), speed(1, 2, onGpu), speed(2, 2)])).toEqual(['0:0', '2:0', '2:1', '0:1', '1:0', '1:1'])
  })
  it('resumes an interrupted cell, and skips cells that are done or failed', () => {
    const context = {} as ContextReport
    const begun: CompareCell = {
      ...speed(0, 3),
      state: 'cancelled',
      result: { kind: 'speed', context, threads: 1, samplesNs: [5, 6], itlMs: [] },
    }
    expect(orderOf([begun, { ...speed(1, 3), state: 'done' }, { ...speed(2, 3), state: 'failed' }])).toEqual(['0:2'])
  })
  it('has one round for each chat turn', () => {
    const turn = (index: number, variant: number, item: number) =>
      waitingCell({
        index,
        variant,
        part: 'latency',
        item,
        task: { kind: 'answer', settings: defaultKvSettings, prompt: 'a', maxTokens: 4, ignoreEndOfText: true },
      })
    expect(orderOf([turn(0, 0, 0), turn(1, 1, 0), turn(2, 0, 1), turn(3, 1, 1)])).toEqual(['0:0', '1:0', '3:1', '2:1'])
  })
  it('measures a server in the same rounds as the first placement', () => {
    const ask = { kind: 'answer', prompt: 'a', maxTokens: 4, ignoreEndOfText: true } as const
    const server = { name: '', serverId: 'lab', serverName: 'Lab', model: 'tiny' }
    const turn = (index: number, variant: number, item: number, task: CompareCell['task']) =>
      waitingCell({ index, variant, part: 'latency', item, task })
    const local = { ...ask, settings: defaultKvSettings }
    const onGpu = { ...ask, settings: { ...defaultKvSettings, gpuLayers: 4 } }
    const remote = { kind: 'server', server, ask } as const
    const cells = [0, 1].flatMap((item) => [
      turn(3 * item, 0, item, local),
      turn(3 * item + 1, 1, item, remote),
      turn(3 * item + 2, 2, item, onGpu),
    ])
    expect(orderOf(cells)).toEqual(['0:0', '1:0', '4:1', '3:1', '2:0', '5:1'])
    expect(orderOf([turn(0, 0, 0, remote), turn(1, 0, 1, remote)])).toEqual(['0:0', '1:1'])
  })
})
