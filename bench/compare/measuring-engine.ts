import type { CompareResultOf, CompareTask, CompareTaskOf, LocalTask } from '../../core/contract/compare/compare-tasks'
import type { GpuBackend } from '../../core/contract/settings/kv-types'
import { follow } from '../../core/streams/follow'
import { connectControl } from '../../main/supervisor/engine-client'
import { forkEngine } from '../../main/supervisor/fork-engine'
import { resources } from '../paths'

export interface MeasuringEngine {
  measure<Kind extends LocalTask['kind']>(task: CompareTaskOf<Kind>): Promise<CompareResultOf<Kind>>
}

/** With a GPU, all layers that fit are on it. */
export async function withMeasuringEngine<T>(
  modelPath: string,
  work: (engine: MeasuringEngine) => Promise<T>,
  gpuBackend: GpuBackend = 'cpu',
): Promise<T> {
  const process = await forkEngine(resources.engineEntry)()
  try {
    const client = connectControl(process)
    await client.start({ gpuBackend })
    for await (const _ of follow(client, client.loadModel, { path: modelPath, gpuLayers: gpuBackend === 'cpu' ? 0 : 'auto' }));
    return await work({
      async measure<Kind extends LocalTask['kind']>(task: CompareTaskOf<Kind>) {
        for await (const step of follow(client, client.measure, { task: task as CompareTask }))
          if (step.type === 'done') return step.result as CompareResultOf<Kind>
        throw new Error('Expected a task to end with a result, got none')
      },
    })
  } finally {
    process.kill()
  }
}

/** Starts a new process for each measurement, as llama-bench and llama-perplexity do. */
export const measureWith = <Kind extends LocalTask['kind']>(
  modelPath: string,
  task: CompareTaskOf<Kind>,
  gpuBackend: GpuBackend = 'cpu',
): Promise<CompareResultOf<Kind>> => withMeasuringEngine(modelPath, (engine) => engine.measure(task), gpuBackend)
