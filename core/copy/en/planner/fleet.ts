import type { Workload } from '../../../fleet/schema/fleet-file'
import type {
  Assumptions,
  Bound,
  BoundResource,
  Capacity,
  DeviceGroup,
  End,
  FleetPlan,
  FleetRefusal,
  PartKind,
  ReplicaPlan,
} from '../../../fleet/types/fleet-plan'
import { formatBytes, formatCount, formatMs, formatRoughMs } from '../../../text/amounts'
import { counted, tokens } from '../../words/en'
import { settingsRefusalText } from '../reasons/settings'

const engines = { 'llama.cpp': 'llama.cpp', vllm: 'vLLM', sglang: 'SGLang' } as const

export function fleetRefusal(refusal: FleetRefusal): string {
  switch (refusal.kind) {
    case 'too-few-devices':
      return `The plan needs ${formatCount(refusal.needed)} devices, but the fleet has ${formatCount(refusal.devices)}.`
    case 'too-many-devices':
      return `One llama-server works with up to ${formatCount(refusal.most)} devices. Use fewer devices, or several “instances” in a fleet file.`
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
    case 'experts-not-divisible':
      return `SGLang gives each GPU equally many experts, but ${formatCount(refusal.ranks)} GPUs do not divide ${formatCount(refusal.experts)} experts.`
    case 'other-caches':
      return `This model has sliding windows, or caches other than ordinary K and V. Headroom does not know how ${engines[refusal.engine]} would size them.`
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

function layersOf(firstLayer: number, endLayer: number, held: DeviceGroup['parts']): string {
  if (endLayer > firstLayer + 1) return `layers ${firstLayer} to ${endLayer - 1}`
  if (endLayer > firstLayer) return `layer ${firstLayer}`
  return held.some(({ kind }) => kind === 'weights') ? 'output' : 'no layers'
}

export const fleet = {
  title: 'Fleet',
  note: 'The same model on servers: several GPUs or hosts, and many users at once.',
  open: 'Plan a fleet',
  unknownWeights: 'The widths in this model’s configuration do not determine the size of its weights, so a fleet cannot be planned.',
  controls: {
    legend: 'Fleet',
    engine: 'Engine',
    gpu: 'GPU',
    gpusPerHost: 'GPUs per host',
    hosts: 'Hosts',
    link: 'Between GPUs',
    network: 'Between hosts',
    tensorParallel: 'Tensor parallel',
    tensorMeaning: 'GPUs that work on each layer together. The layers’ matrices and KV heads are divided among them.',
    pipelineParallel: 'Pipeline stages',
    pipelineMeaning: 'Stages that hold different layers. A token passes one stage after the other.',
    weights: 'Weights',
    kv: 'Type of K and V',
    kvTypes: { auto: '16 bits', fp8: 'fp8' },
    memoryShare: 'Share of GPU memory',
    memoryShareMeaning: {
      vllm: 'gpu_memory_utilization: how much of each GPU’s memory vLLM uses, for weights, K and V, activations and overhead.',
      sglang: 'mem_fraction_static: how much of each GPU’s free memory SGLang uses for weights and for K and V. Activations need the rest.',
    },
    batch: { 'llama.cpp': 'Micro-batch', vllm: 'Tokens per batch', sglang: 'Tokens per slice of a prompt' },
    batchMeaning: {
      'llama.cpp': 'ubatch-size: how many tokens llama.cpp processes at once. A larger micro-batch needs a larger compute buffer.',
      vllm: 'max_num_batched_tokens: how many tokens of all users vLLM processes in one step. Larger batches need more memory for activations.',
      sglang:
        'chunked_prefill_size: how many tokens of a prompt SGLang processes in one step. Larger slices need more memory for activations.',
    },
    default: (value: string): string => `${value} (default)`,
    useDefaults: 'Use the engine’s defaults',
    users: 'Users at once',
    context: 'Tokens per user',
    contextMeaning: (outputTokens: number): string => `Prompt and answer together. The answer has ${tokens(outputTokens)}.`,
    prefix: 'Shared prefix',
    prefixMeaning: 'The first tokens of every prompt, if they are the same, such as a system prompt. vLLM and SGLang store them once.',
  },
  headline: ({ fits, users, usersThatFit }: FleetPlan): string =>
    fits
      ? `${counted(users, 'user fits', 'users fit')}; at most ${formatCount(usersThatFit)} at once`
      : `${counted(users, 'user does', 'users do')} not fit; ${usersThatFit === 0 ? 'not even one does' : `at most ${formatCount(usersThatFit)} at once`}`,
  idle: (count: number): string => `${counted(count, 'device is', 'devices are')} not used`,
  replica: ({ count, usersAssigned }: ReplicaPlan): string =>
    count === 1
      ? `One copy of the model, for ${counted(usersAssigned, 'user', 'users')}`
      : `${formatCount(count)} copies of the model, each for ${counted(usersAssigned, 'user', 'users')}`,
  used: (bytes: number, memoryBytes: number | null): string =>
    memoryBytes === null ? formatBytes(bytes) : `${formatBytes(bytes)} of ${formatBytes(memoryBytes)}`,
  boundsTitle: 'Bounds',
  boundsNote: 'Bounds, not predictions: no run can be faster, and real runs are slower.',
  noBounds: 'No bounds: the memory bandwidth is unknown.',
  workload: ({ promptTokens, outputTokens }: Pick<Workload, 'promptTokens' | 'outputTokens'>, fits: boolean): string =>
    `${fits ? 'Calculated for' : 'If all of them fitted, for'} a prompt of ${tokens(promptTokens)} and an answer of ${tokens(outputTokens)} per user:`,
  ttft: ({ ms, resource }: Bound): string => `TTFT of one prompt alone: at least ${formatMs(ms)} (${resources[resource]})`,
  itl: ({ ms, resource }: Bound): string => `ITL with these users: at least ${formatMs(ms)} (${resources[resource]})`,
  throughput: (perSecond: number): string => `Generated by a replica: at most ${formatCount(perSecond)} tokens/s`,
  endsTitle: (itlLimitMs: number | null): string =>
    itlLimitMs === null ? 'What ends first' : `What ends first, within an ITL of ${formatRoughMs(itlLimitMs)}`,
  typesTitle: 'Users at once, by type of K and V',
  type: (type: string, users: number | null): string => `${type}: ${users === null ? 'refused' : formatCount(users)}`,
  contextsTitle: 'Users at once, by tokens per user',
  context: (contextTokens: number, users: number): string => `${tokens(contextTokens)}: ${formatCount(users)}`,
  sharing: (shared: number, without: number): string =>
    `Sharing the prefix raises the number of users at once from ${formatCount(without)} to ${formatCount(shared)}.`,
  engines,
  refusal: fleetRefusal,
  parts,
  unused: 'unused',
  resources,
  end: ({ resource, users }: End): string => `${endNames[resource]}: enough for ${counted(users, 'user', 'users')}`,
  /** `host` is '' if all hosts are equal and have no name. */
  device: ({ host, device, count, firstLayer, endLayer, kind, parts: held }: DeviceGroup): string =>
    kind === 'ram' && endLayer === 0
      ? `RAM of ${host === '' ? 'the main host' : host}`
      : `${formatCount(count)} × ${device}${host === '' ? '' : ` (${host})`}, ${layersOf(firstLayer, endLayer, held)}`,
  capacity: ({ unit, units, tokensPerUnit, unitsPerUser, sharedUnits }: Capacity): string => {
    const size = unit === 'blocks' ? ` of ${tokens(tokensPerUnit)}` : ''
    const shared = sharedUnits > 0 ? `; ${formatCount(sharedUnits)} are shared by all users` : ''
    return `${formatCount(units)} ${unit}${size}; a user needs ${formatCount(unitsPerUser)}${shared}`
  },
  whileDecoding: ({ unitsPerUser, users }: NonNullable<Assumptions['whileDecoding']>): string =>
    `With sliding windows, “at once” is the worst case that vLLM assumes when it starts: each user processes whole batches. While users decode, blocks outside the windows are freed, so a user needs ${formatCount(unitsPerUser)} blocks, enough for ${counted(users, 'user', 'users')}.`,
  missing: (bytes: number): string => `${formatBytes(bytes)} missing`,
}
