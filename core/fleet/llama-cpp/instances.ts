/**
 * llama-server runs on the first host of an instance. The other hosts run rpc-server, whose devices come first in llama.cpp's order. A
 * host without a GPU offers its CPU as one device.
 *
 * Source: `llama_prepare_model_devices` in src/llama.cpp, tools/rpc/README.md, llama.cpp v0.4.0.
 */
import type { Device, HostGroup } from '../types/fleet'

export interface InstanceDevice {
  readonly host: HostGroup
  readonly device: Device
  readonly isRemote: boolean
}

/** Equal instances. */
export interface Instance {
  readonly count: number
  readonly main: HostGroup
  /** In llama.cpp's order. */
  readonly devices: readonly InstanceDevice[]
}

/** GGML_SCHED_MAX_BACKENDS in ggml/src/ggml-backend.cpp, of which one is the CPU's. */
export const mostDevices = 15

export const hostsOf = (hosts: readonly HostGroup[]): number => hosts.reduce((sum, { count }) => sum + count, 0)

export function instancesOf(hosts: readonly HostGroup[], instances: number): Instance[] {
  const perInstance = Math.floor(hostsOf(hosts) / instances)
  if (perInstance === 0) return []
  const runs = hosts.map((host) => ({ host, left: host.count }))
  const found: Instance[] = []
  let placed = 0
  let at = 0
  while (placed < instances) {
    const run = runs[at]
    if (!run) break
    const whole = Math.min(instances - placed, Math.floor(run.left / perInstance))
    if (whole > 0) {
      found.push(instanceOf(whole, [{ host: run.host, hosts: perInstance }]))
      run.left -= whole * perInstance
      placed += whole
    } else {
      const taken: Taken[] = []
      let needed = perInstance
      for (; needed > 0 && at < runs.length; at++) {
        const next = runs[at]
        const used = Math.min(next?.left ?? 0, needed)
        if (next && used > 0) taken.push({ host: next.host, hosts: used })
        if (next) next.left -= used
        needed -= used
        if (next && next.left > 0) break
      }
      if (needed > 0) break
      found.push(instanceOf(1, taken))
      placed++
    }
  }
  return found
}

interface Taken {
  readonly host: HostGroup
  readonly hosts: number
}

/** Lists one device more than llama.cpp allows at most, so that a large fleet stays cheap. */
function instanceOf(count: number, taken: readonly Taken[]): Instance {
  const [main] = taken
  if (!main) throw new RangeError('Expected at least one host')
  const remote = taken.flatMap(({ host, hosts }, at) => devicesOf(host, at === 0 ? hosts - 1 : hosts, true))
  const local = main.host.device.kind === 'gpu' ? devicesOf(main.host, 1, false) : []
  return { count, main: main.host, devices: [...remote, ...local].slice(0, mostDevices + 1) }
}

const devicesOf = (host: HostGroup, hosts: number, isRemote: boolean): InstanceDevice[] =>
  Array.from({ length: Math.min(hosts * host.devicesPerHost, mostDevices + 1) }, () => ({ host, device: host.device, isRemote }))
