import type { CompareResultOf, CompareTask, CompareTaskOf } from '../../core/contract/compare/compare-tasks'
import { follow } from '../../core/streams/follow'
import { connectControl } from '../../main/supervisor/engine-client'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { resources } from '../paths'

/** Starts a new process each time, as the compared tools do. */
export async function measureWith<Kind extends CompareTask['kind']>(
  modelPath: string,
  task: CompareTaskOf<Kind>,
): Promise<CompareResultOf<Kind>> {
  const process = await forkEngine(resources.engineEntry)()
  try {
    const client = connectControl(process)
    await client.start({ gpuBackend: 'cpu' })
    for await (const _ of follow(client, client.loadModel, { path: modelPath, gpuLayers: 0 }));
    for await (const step of follow(client, client.measure, { task: task as CompareTask }))
      if (step.type === 'done') return step.result as CompareResultOf<Kind>
    throw new Error('Expected a task to end with a result, got none')
  } finally {
    process.kill()
  }
}
