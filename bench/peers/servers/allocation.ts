/** What llama.cpp's log says about the memory of each device. Two decimals of MiB are all that it prints. */
export interface DeviceAllocation {
  /** The name in the log: `RPC0[ADDRESS]`, `CPU`. */
  readonly device: string
  readonly modelMiB: number
  readonly kvMiB: number
  readonly computeMiB: number
  readonly outputMiB: number
}

const kinds = { model: 'modelMiB', KV: 'kvMiB', compute: 'computeMiB', output: 'outputMiB' } as const
const line = /(\S+)\s+(model|KV|compute|output) buffer size =\s+([\d.]+) MiB/g

/** Source: llama-model.cpp, llama-kv-cache.cpp and llama-context.cpp, llama.cpp v0.4.0. */
export function allocationsIn(log: string): DeviceAllocation[] {
  const devices = new Map<string, Record<(typeof kinds)[keyof typeof kinds], number>>()
  for (const [, device = '', kind, size] of log.matchAll(line)) {
    const known = devices.get(device) ?? { modelMiB: 0, kvMiB: 0, computeMiB: 0, outputMiB: 0 }
    known[kinds[kind as keyof typeof kinds]] += Number(size)
    devices.set(device, known)
  }
  return [...devices].map(([device, sizes]) => ({ device, ...sizes }))
}
