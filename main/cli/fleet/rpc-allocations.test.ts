/**
 * What llama-server v0.4.0 allocated on 2026-11-26 with rpc-servers on the CPU of one machine (24,105 MiB free each), `-ngl 99 -c 4096 -np 2
 * --no-kv-unified -ub 512`. `input`: MiB of the token embedding on the main host. For each rpc-server: its layers, and the MiB of its model,
 * KV and compute buffers, printed with two decimals.
 */
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { readFleet } from '../../../core/fleet/file/read-fleet'
import { planFleet } from '../../../core/fleet/plan-fleet'
import type { DeviceGroup } from '../../../core/fleet/types/fleet-plan'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { inspectLocation } from '../../library/header/inspect-location'

type Worker = readonly [layers: number, model: number, kv: number, compute: number]

const native = (file: string): string => fileURLToPath(new URL(`../../../native-models/${file}`, import.meta.url))
const allocated = [
  allocation(native('pocket/pocket-f16.gguf'), 1.25, [4, 5.63, 8, 15.66], [2, 4.07, 4, 15.16]),
  allocation(
    native('pocket/pocket-f16.gguf'),
    1.25,
    [2, 2.82, 4, 15.66],
    [1, 1.41, 2, 15.16],
    [2, 2.82, 4, 15.66],
    [1, 1.41, 2, 11.54],
    [0, 1.25, 0, 0.03],
  ),
  allocation(await quantizedPocket(), 0.67, [3, 2.25, 6, 15.66], [2, 1.5, 4, 15.66], [1, 1.42, 2, 11.54]),
  allocation(native('fixtures/gemma3.gguf'), 0.02, [3, 0.49, 2.25, 7.29], [3, 0.49, 3.5, 15.07], [2, 0.36, 1.5, 7.04]),
  allocation(native('fixtures/llama-gqa.gguf'), 0.02, [3, 0.5, 6, 12.04], [2, 0.36, 4, 12.04]),
  allocation(native('fixtures/deepseek2-mla.gguf'), 0.01, [3, 0.79, 13.5, 13.54], [1, 0.28, 4.5, 12.9]),
]

function allocation(file: string, input: number, ...workers: readonly Worker[]) {
  return { name: basename(file), file, input, workers }
}

const mib = 2 ** 20
/** Half of the last printed digit. */
const rounding = 0.0051 * mib

/** Groups of equal devices, one entry per device. */
const single = (groups: readonly DeviceGroup[]): DeviceGroup[] =>
  groups.flatMap((group) => {
    const layers = (group.endLayer - group.firstLayer) / group.count
    return Array.from({ length: group.count }, () => ({ ...group, count: 1, firstLayer: 0, endLayer: layers }))
  })
const partOf = ({ parts }: DeviceGroup, kind: string) => parts.find((part) => part.kind === kind)

it.each(allocated)(
  'the plan equals what llama-server allocated on each of its $workers.length RPC hosts: $name',
  async ({ file, input, workers }) => {
    const subject = await inspectLocation(file)
    const fleet = readFleet(
      'fleet.json',
      JSON.stringify({
        version: 1,
        hosts: [
          { name: 'main', ramGibibytes: 64 },
          { name: 'worker', count: workers.length, ramGibibytes: 24_105 / 1024 },
        ],
        engine: { kind: 'llama.cpp' },
        workload: { users: 2, promptTokens: 2000, outputTokens: 48 },
      }),
      subject,
    )
    const [replica] = planFleet(subject, fleet)?.replicas ?? []
    const planned = single((replica?.devices ?? []).filter(({ kind }) => kind === 'cpu'))
    expect(planned).toHaveLength(workers.length)
    for (const [at, [layers, model, kv, compute]] of workers.entries()) {
      const device = planned[at]
      if (!device) continue
      expect(device.endLayer - device.firstLayer).toBe(layers)
      expect(Math.abs((partOf(device, 'weights')?.bytes ?? 0) - model * mib)).toBeLessThan(rounding)
      expect(partOf(device, 'kv')?.bytes ?? 0).toBe(kv * mib)
      const buffer = partOf(device, 'activations')
      expect(compute * mib).toBeLessThanOrEqual((buffer?.bytes ?? 0) * (1 + (buffer?.errorShare ?? 0)))
    }
    const ram = replica?.devices.find(({ kind }) => kind === 'ram')
    expect(Math.abs((ram ? (partOf(ram, 'weights')?.bytes ?? 0) : 0) - input * mib)).toBeLessThan(rounding)
  },
)
