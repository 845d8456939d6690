import type { BoundResource, Capacity, DeviceGroup, End, FleetRefusal, PartKind } from '../../../fleet/fleet-plan'
import { formatBytes, formatCount } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'
import { settingsRefusalText } from '../reasons/settings'

const engines = { 'llama.cpp': 'llama.cpp', vllm: 'vLLM', sglang: 'SGLang' } as const

export function fleetRefusal(refusal: FleetRefusal): string {
  switch (refusal.kind) {
    case 'too-few-devices':
      return `The plan needs ${formatCount(refusal.needed)} devices, but the fleet has ${formatCount(refusal.devices)}.`
    case 'too-many-devices':
      return `One llama-server works with up to ${formatCount(refusal.most)} devices. Divide the fleet with “instances”.`
    case 'heads-not-divisible':
      return `Tensor parallelism of ${refusal.tensorParallel} does not divide the model’s ${formatCount(refusal.heads)} attention heads.`
    case 'kv-heads-not-divisible':
      return `Tensor parallelism of ${refusal.tensorParallel} neither divides the model’s ${counted(refusal.kvHeads, 'KV head', 'KV heads')} nor is a multiple of that number.`
    case 'more-stages-than-layers':
      return `A pipeline of ${formatCount(refusal.stages)} stages is longer than the model, which has ${counted(refusal.layers, 'layer', 'layers')}.`
    case 'no-experts':
      return 'Expert parallelism needs a model with experts.'
    case 'more-ranks-than-experts':
      return `${formatCount(refusal.ranks)} GPUs would share ${formatCount(refusal.experts)} experts, so some would have none.`
    case 'other-caches':
      return `This model has caches besides ordinary K and V, or windows. Headroom does not know how ${engines[refusal.engine]} would size them.`
    case 'page-sizes-differ':
      return 'The layers of this model need blocks of different sizes. Headroom does not follow how vLLM combines them.'
    case 'rows-over-rpc':
      return 'llama.cpp cannot split rows over RPC hosts. Use the split “layer” or “tensor”.'
    case 'tensor-split-architecture':
      return `llama.cpp cannot split tensors of the architecture “${refusal.architecture}”. Use the split “layer”.`
    case 'tensor-split-quantized':
      return 'llama.cpp cannot quantize K and V if it splits tensors. Use f16, bf16 or f32, or the split “layer”.'
    case 'cpu-only':
      return `Headroom plans ${engines[refusal.engine]} for GPUs only. Give each host a GPU.`
    case 'settings':
      return settingsRefusalText(refusal.reason)
  }
}

const endNames: Readonly<Record<End['resource'], string>> = {
  memory: 'Memory for K and V',
  sequences: 'The engine’s limit on users at once',
  ttft: 'The TTFT limit',
  'memory-bandwidth': 'Memory bandwidth, within the ITL limit',
  compute: 'Compute, within the ITL limit',
  link: 'The links, within the ITL limit',
}

const resources: Readonly<Record<BoundResource, string>> = { 'memory-bandwidth': 'memory bandwidth', compute: 'compute', link: 'links' }

const parts: Readonly<Record<PartKind, string>> = {
  weights: 'weights',
  experts: 'experts',
  kv: 'K and V',
  state: 'recurrent state',
  activations: 'activations',
  overhead: 'overhead',
  'kept-free': 'kept free',
}

export const fleet = {
  engines,
  refusal: fleetRefusal,
  parts,
  unused: 'unused',
  resources,
  end: ({ resource, users }: End): string => `${endNames[resource]}: ends at ${counted(users, 'user', 'users')}`,
  device: ({ host, device, count, firstLayer, endLayer, kind }: DeviceGroup): string =>
    kind === 'ram' && endLayer === 0
      ? `RAM of ${host}`
      : `${formatCount(count)} × ${device} (${host}), ${endLayer > firstLayer ? `layers ${firstLayer} to ${endLayer - 1}` : 'output'}`,
  capacity: ({ unit, units, tokensPerUnit, unitsPerUser, sharedUnits }: Capacity): string => {
    const size = unit === 'blocks' ? ` of ${tokens(tokensPerUnit)}` : ''
    const shared = sharedUnits > 0 ? `; ${formatCount(sharedUnits)} are shared by all users` : ''
    return `${formatCount(units)} ${unit}${size}; a user needs ${formatCount(unitsPerUser)}${shared}`
  },
  missing: (bytes: number): string => `${formatBytes(bytes)} missing`,
}
