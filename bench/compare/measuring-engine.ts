/** The engine as the product's benchmarks use it: its own process that measures tasks. */

import type { BenchResultOf, BenchTask, BenchTaskOf } from '../../core/contract/compare/bench-tasks'
import { follow } from '../../core/streams/follow'
import { connectControl } from '../../main/supervisor/engine-client'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { resources } from '../places'

/** A new process each time, like the tools it is compared with. */
export async function measureWith<Kind extends BenchTask['kind']>(
  modelPath: string,
  task: BenchTaskOf<Kind>,
): Promise<BenchResultOf<Kind>> {
  const process = await forkEngine(resources.engineEntry)()
  try {
    const client = connectControl(process)
    await client.start({ gpuBackend: 'cpu' })
    for await (const _ of follow(client, client.loadModel, { path: modelPath, gpuLayers: 0 }));
    for await (const step of follow(client, client.measure, { task: task as BenchTask }))
      if (step.type === 'done') return step.result as BenchResultOf<Kind>
    throw new Error('Expected a task to end with a result, got none')
  } finally {
    process.kill()
  }
}
