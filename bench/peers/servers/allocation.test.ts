import { expect, it } from 'vitest'
import { allocationsIn } from './allocation'

it('adds up what the log says about each device', () => {
  const log = `
load_tensors:   CPU_Mapped model buffer size =     1.25 MiB
load_tensors: RPC0[10.0.0.1:50052] model buffer size =     4.27 MiB
llama_kv_cache: RPC0[10.0.0.1:50052] KV buffer size =     3.00 MiB
llama_kv_cache: RPC0[10.0.0.1:50052] KV buffer size =     0.50 MiB
sched_reserve: RPC0[10.0.0.1:50052] compute buffer size =    12.01 MiB
llama_context:        CPU  output buffer size =     0.02 MiB`
  expect(allocationsIn(log)).toEqual([
    { device: 'CPU_Mapped', modelMiB: 1.25, kvMiB: 0, computeMiB: 0, outputMiB: 0 },
    { device: 'RPC0[10.0.0.1:50052]', modelMiB: 4.27, kvMiB: 3.5, computeMiB: 12.01, outputMiB: 0 },
    { device: 'CPU', modelMiB: 0, kvMiB: 0, computeMiB: 0, outputMiB: 0.02 },
  ])
})
