/** Which backends this machine can compute with, and why not with the others. */
import type { EngineStatus } from '../../core/contract/host'
import { type GpuBackend, gpuBackends } from '../../core/contract/kv-types'
import type { ChoiceOption } from '../ui/choice'

const names: Readonly<Record<GpuBackend, string>> = {
  auto: 'automatic',
  cpu: 'CPU only',
  cuda: 'CUDA',
  metal: 'Metal',
  vulkan: 'Vulkan',
}
const needs: Readonly<Record<Exclude<GpuBackend, 'auto' | 'cpu'>, string>> = {
  cuda: 'CUDA needs an NVIDIA GPU with its driver; none was found.',
  metal: 'Metal is there on Macs with Apple chips alone.',
  vulkan: 'Vulkan needs a GPU with its driver and the Vulkan library; none was found.',
}

/** Until an engine has looked, nothing is ruled out: the host still refuses what does not start. */
export function backendChoices(engine: EngineStatus | undefined): readonly ChoiceOption<GpuBackend>[] {
  const found: readonly string[] | undefined = engine?.status === 'ready' ? engine.info.backends : undefined
  return gpuBackends.map((backend) => ({
    value: backend,
    label: names[backend],
    refused: !found || backend === 'auto' || found.includes(backend) ? undefined : needs[backend as keyof typeof needs],
  }))
}

/** Why layers cannot go to a GPU, or undefined. */
export function gpuLayersObstacle(engine: EngineStatus | undefined, backend: GpuBackend): string | undefined {
  if (backend === 'cpu') return 'The backend is the CPU.'
  if (engine?.status !== 'ready') return undefined
  return engine.info.backends.some((found) => found !== 'cpu') ? undefined : 'No GPU was found that llama.cpp can use.'
}
