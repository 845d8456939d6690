import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { makeHeader } from '../gguf/made-header'
import { planSubjectOf } from '../plan/plan-subject'
import { readFleet } from './file/read-fleet'
import { planFleet } from './plan-fleet'
import { modelsIn } from './testing/known-model'
import { planned } from './testing/planned'
import type { Fleet, HostGroup } from './types/fleet'
import type { DeviceGroup, FleetPlan } from './types/fleet-plan'

const knownModel = modelsIn(readFileSync(new URL('../plan/config/fixtures/converted.jsonl', import.meta.url), 'utf8'))
const llama70b = knownModel('Llama 3.3 70B')
const qwenExperts = knownModel('Qwen 3 30B A3B')
const h100s = { gpu: 'h100-sxm', gpus: 8, link: 'nvlink-4', network: 'infiniband-ndr' }
const gib = 2 ** 30

const groupsOf = ({ replicas }: FleetPlan): DeviceGroup[] => replicas.flatMap(({ devices }) => devices)
const partOf = ({ parts }: DeviceGroup, kind: string): number => parts.find((part) => part.kind === kind)?.bytes ?? 0

describe('every byte of every device', () => {
  it.each([
    ['vLLM', llama70b, { kind: 'vllm', tensorParallel: 4, pipelineParallel: 2 }],
    ['vLLM with experts', qwenExperts, { kind: 'vllm', tensorParallel: 4, dataParallel: 3, expertParallel: true }],
    ['SGLang', llama70b, { kind: 'sglang', tensorParallel: 8 }],
    ['llama.cpp', llama70b, { kind: 'llama.cpp' }],
  ])('is in one part, or unused: %s', (_name, subject, engine) => {
    const plan = planned(subject, { hosts: [{ ...h100s, count: engine.kind === 'llama.cpp' ? 1 : 4 }], engine, workload: { users: 2 } })
    expect(plan.refused).toBeNull()
    for (const { parts, unusedBytes, memoryBytes } of groupsOf(plan)) {
      const sum = parts.reduce((total, part) => total + part.bytes, unusedBytes ?? 0)
      if (memoryBytes !== null) expect(sum).toBe(memoryBytes)
      for (const { bytes } of parts) expect(Number.isInteger(bytes)).toBe(true)
    }
  })

  it('adds up to the weights of the model over the ranks of a replica', () => {
    const plan = planned(llama70b, { hosts: [h100s], engine: { kind: 'vllm', tensorParallel: 8 } })
    const weights = groupsOf(plan).reduce((sum, group) => sum + group.count * partOf(group, 'weights'), 0)
    // 70,553,706,496 parameters x 2 B, and norms that the count of elements leaves out or that ranks share.
    expect(Math.abs(weights / (70_553_706_496 * 2) - 1)).toBeLessThan(0.001)
  })
})

it('the overhead of a GPU has an error of 25% if a preset says that it runs CUDA, and 100% if nothing says what it runs', () => {
  const errorOn = (gpu: unknown) => {
    const plan = planned(llama70b, { hosts: [{ gpu, gpus: 8 }], engine: { kind: 'llama.cpp' } })
    return groupsOf(plan)[0]?.parts.find(({ kind }) => kind === 'overhead')
  }
  expect(errorOn('h100-sxm')).toMatchObject({ bytes: 456 * 2 ** 20, errorShare: 0.25 })
  for (const gpu of ['mi300x', { name: 'Card', gibibytes: 80, gigabytesPerSecond: 900 }])
    expect(errorOn(gpu)).toMatchObject({ bytes: 456 * 2 ** 20, errorShare: 1 })
})

describe('experts', () => {
  it('are divided over the ranks of all replicas, and the first ranks hold the rest', () => {
    const plan = planned(qwenExperts, {
      hosts: [{ ...h100s, count: 2 }],
      engine: { kind: 'vllm', tensorParallel: 4, dataParallel: 3, expertParallel: true },
    })
    const held = plan.replicas.flatMap(({ count, devices }) =>
      devices.map((group) => ({ ranks: count * group.count, bytes: partOf(group, 'experts') })),
    )
    // 128 experts on 12 ranks: 8 ranks with 11, 4 with 10. Each: 48 layers x 3 x 2,048 x 768 x 2 B.
    const expert = 48 * 3 * 2048 * 768 * 2
    const ranksWith = (experts: number) => held.filter(({ bytes }) => bytes === experts * expert).reduce((sum, { ranks }) => sum + ranks, 0)
    expect([ranksWith(11), ranksWith(10)]).toEqual([8, 4])
  })
  it('are divided over the ranks of one replica in SGLang, which needs an equal number on each', () => {
    const sglang = (tensorParallel: number) =>
      planned(qwenExperts, {
        hosts: [{ ...h100s, gpus: 4, count: 6 }],
        engine: { kind: 'sglang', tensorParallel, expertParallel: true, dataParallel: 2 },
      })
    expect(groupsOf(sglang(4)).map((group) => partOf(group, 'experts'))).toEqual([48 * 32 * 3 * 2048 * 768 * 2])
    const uneven = planned(knownModel('GLM 4.5 Air'), {
      hosts: [{ ...h100s, count: 3 }],
      engine: { kind: 'sglang', tensorParallel: 24, expertParallel: true },
    })
    expect(uneven.refused).toEqual({ kind: 'experts-not-divisible', experts: 128, ranks: 24 })
  })
  it('are cut into equal parts without expert parallelism', () => {
    const plan = planned(qwenExperts, { hosts: [h100s], engine: { kind: 'vllm', tensorParallel: 4, dataParallel: 1 } })
    expect(groupsOf(plan).map((group) => partOf(group, 'experts'))).toEqual([(48 * 128 * 3 * 2048 * 768 * 2) / 4])
  })
})

describe('users', () => {
  const file = {
    hosts: [h100s],
    engine: { kind: 'vllm', tensorParallel: 8 },
    workload: { users: 50, promptTokens: 4000, outputTokens: 96 },
  }
  const without = planned(llama70b, file)
  it('fit in the blocks that are left, of which one is the null block', () => {
    const { capacity } = without.replicas[0] ?? {}
    expect(capacity?.unitsPerUser).toBe(256)
    expect(without.usersThatFit).toBe(Math.floor(((capacity?.units ?? 0) - 1) / 256))
    expect(without.fits).toBe(true)
  })
  it('are more with a shared prefix, whose blocks are stored once per replica', () => {
    const shared = planned(llama70b, { ...file, workload: { ...file.workload, sharedPrefixTokens: 3200 } })
    const { capacity } = shared.replicas[0] ?? {}
    expect(capacity).toMatchObject({ sharedUnits: 200, unitsPerUser: 56 })
    expect(shared.usersThatFit).toBe(Math.min(1024, Math.floor(((capacity?.units ?? 0) - 1 - 200) / 56)))
    expect(shared.usersWithoutSharing).toBe(without.usersThatFit)
  })
  it('are about twice as many with a cache in fp8', () => {
    const [auto, fp8] = without.kvTypes
    expect([auto?.type, fp8?.type]).toEqual(['auto', 'fp8'])
    expect((fp8?.users ?? 0) / (auto?.users ?? 1)).toBeCloseTo(2, 1)
  })
  it('are fewer with longer contexts', () => {
    const counts = without.contexts.map(({ users }) => users)
    expect(counts).toEqual(counts.toSorted((a, b) => b - a))
    expect(without.contexts.map(({ contextTokens }) => contextTokens)).toContain(4096)
  })
  it('are at most as many as the engine runs at once, by its defaults for the GPU', () => {
    const planOn = (gpu: string, engine: object) =>
      planned(llama70b, { hosts: [{ gpu, gpus: 8 }], engine: { tensorParallel: 8, ...engine } })
    const limitOf = (engine: object, gpu: string) => planOn(gpu, engine).ends.find(({ resource }) => resource === 'sequences')?.users
    // vLLM's `get_batch_defaults` makes an exception for the A100.
    expect(['a100-sxm-80', 'h100-sxm', 'l40s'].map((gpu) => limitOf({ kind: 'vllm' }, gpu))).toEqual([256, 1024, 256])
    expect(limitOf({ kind: 'vllm', batchTokens: 128 }, 'h100-sxm')).toBe(128)
    // SGLang's `resolve_max_num_reqs`: 512 x tokens / 131,072, but at least 2,048 and at most 4,096.
    const tokens = planOn('l40s', { kind: 'sglang' }).replicas[0]?.capacity.units ?? 0
    expect(limitOf({ kind: 'sglang' }, 'l40s')).toBe(Math.floor((512 * tokens) / 131_072))
    expect(limitOf({ kind: 'sglang', memoryFraction: 0.5 }, 'l40s')).toBe(2048)
    expect(limitOf({ kind: 'sglang' }, 'h100-sxm')).toBe(4096)
  })
  it('do not fit if the weights do not', () => {
    const plan = planned(llama70b, { hosts: [{ gpu: 'l4' }], engine: { kind: 'vllm' } })
    expect(plan).toMatchObject({ fits: false, usersThatFit: 0, refused: null })
    expect(plan.replicas[0]?.devices[0]?.unusedBytes).toBeLessThan(0)
  })
})

describe('bounds', () => {
  // 2 layers of width 64 with 2 heads of 32, in f16.
  const keys = {
    block_count: 2,
    context_length: 4096,
    embedding_length: 64,
    feed_forward_length: 128,
    vocab_size: 256,
    'attention.head_count': 2,
  }
  const tiny = planSubjectOf(makeHeader('llama', keys), 'tiny', true)
  const gpu = { name: 'GPU', gibibytes: 8, gigabytesPerSecond: 1, teraflops: { f16: 1 } }
  const fleet = { hosts: [{ gpu }], engine: { kind: 'vllm' }, workload: { users: 10, promptTokens: 1000, outputTokens: 0 } }
  const bounds = (file: object) => planned(tiny, file).replicas[0]?.bounds
  const elements = 2 * (2 * 64 + 4 * 64 * 64 + 3 * 64 * 128)
  const head = 256 * 64

  it('of ITL are the bytes that all users read over the bandwidth', () => {
    const weights = (elements + head + 64) * 2
    const cells = 10 * 1000 * 2 * (64 + 64) * 2
    expect(bounds(fleet)?.itl).toEqual({ ms: ((weights + cells) / 1e9) * 1000, resource: 'memory-bandwidth' })
  })
  it('of TTFT are the FLOP of the prompt over the peak, if they take longer than the bytes', () => {
    const slow = { ...fleet, hosts: [{ gpu: { ...gpu, teraflops: { f16: 0.001 } } }] }
    const flop = 1000 * (2 * elements + 2 * 2 * 2 * (32 + 32) * 500) + 2 * head
    expect(bounds(slow)?.ttft.ms).toBeCloseTo((flop / 1e9) * 1000, 6)
    expect(bounds(slow)?.ttft.resource).toBe('compute')
  })
  it('of TTFT leave out a shared prefix, to which the other tokens still attend', () => {
    const hosts = [{ gpu: { ...gpu, teraflops: { f16: 0.001 } } }]
    const shared = { ...fleet, hosts, workload: { ...fleet.workload, sharedPrefixTokens: 900 } }
    const flop = 100 * (2 * elements + 2 * 2 * 2 * (32 + 32) * 950) + 2 * head
    expect(bounds(shared)?.ttft.ms).toBeCloseTo((flop / 1e9) * 1000, 6)
  })
  it('count the latency of each reduction of tensor parallelism', () => {
    const link = { gigabytesPerSecond: 1000, microseconds: 1000 }
    const itl = bounds({ ...fleet, hosts: [{ gpu, gpus: 2, link }], engine: { kind: 'vllm', tensorParallel: 2 } })?.itl
    // 2 x 2 layers + 1 for the embedding.
    expect(itl?.ms).toBeGreaterThan(5)
    expect(itl?.resource).toBe('link')
  })
  it('of TTFT assume that transfers and computation overlap, because an engine may divide a batch', () => {
    const slow = { ...gpu, teraflops: { f16: 0.001 } }
    const ttft = (gigabytesPerSecond: number) =>
      bounds({ ...fleet, hosts: [{ gpu: slow, gpus: 2, link: { gigabytesPerSecond } }], engine: { kind: 'vllm', tensorParallel: 2 } })?.ttft
    // 1,000 tokens x 5 reductions x 128 B take 0.64 ms, fewer than the computation.
    expect(ttft(1)).toEqual(ttft(1000))
    expect(ttft(0.0001)?.resource).toBe('link')
  })
  it('of TTFT count unpacked heads with MLA, which need fewer FLOP than the latent vector', () => {
    const latent = knownModel('DeepSeek V2 Lite')
    const flop = (promptTokens: number) => {
      const { ttft } =
        planned(latent, {
          hosts: [{ gpu: { ...gpu, gibibytes: 80, gigabytesPerSecond: 1e6 } }],
          engine: { kind: 'vllm', batchTokens: 100_000 },
          workload: { promptTokens },
        }).replicas[0]?.bounds ?? {}
      expect(ttft?.resource).toBe('compute')
      return (ttft?.ms ?? 0) * 1e9
    }
    // 27 layers x 16 heads x (192 + 128) x 2 FLOP per pair of tokens, of which half attend. The output counts once per prompt.
    const expected = 27 * 2 * 16 * (192 + 128) * 10_000 ** 2 - 2 * 2048 * 102_400
    expect((flop(20_000) - 2 * flop(10_000)) / expected).toBeCloseTo(1, 6)
  })
  it('say that a link without figures is left out, and are missing without a bandwidth', () => {
    expect(bounds({ ...fleet, hosts: [{ gpu, gpus: 2 }], engine: { kind: 'vllm', tensorParallel: 2 } })?.isLinkUnknown).toBe(true)
    expect(bounds({ hosts: [{ ramGibibytes: 8 }], engine: { kind: 'llama.cpp' } })).toBeNull()
  })
  it('decide how many users the ITL limit allows, and what ends first', () => {
    const plan = planned(tiny, { ...fleet, workload: { ...fleet.workload, itlLimitMs: 2 } })
    const within = plan.replicas[0]?.bounds?.usersWithinItl ?? 0
    const weights = (elements + head + 64) * 2
    expect(within).toBe(Math.floor((2e6 - weights) / (1000 * 2 * 128 * 2)))
    expect(plan.ends[0]).toEqual({ resource: 'memory-bandwidth', users: within })
  })
  it('name llama.cpp’s limit of 256 users, not memory, if memory has room for more', () => {
    const plan = planned(tiny, { ...fleet, engine: { kind: 'llama.cpp' } })
    expect(plan.ends).toEqual([{ resource: 'sequences', users: 256 }])
  })
  it('say that a TTFT limit cannot be met', () => {
    const plan = planned(tiny, { ...fleet, workload: { ...fleet.workload, ttftLimitMs: 0.0001 } })
    expect(plan.ends[0]).toEqual({ resource: 'ttft', users: 0 })
  })
})

describe('a plan that an engine refuses says why', () => {
  const vllm = (engine: object, hosts: object = h100s) => planned(llama70b, { hosts: [hosts], engine: { kind: 'vllm', ...engine } }).refused
  it('for vLLM', () => {
    expect(vllm({ tensorParallel: 16 })).toEqual({ kind: 'too-few-devices', devices: 8, needed: 16 })
    expect(vllm({ tensorParallel: 3 })).toEqual({ kind: 'heads-not-divisible', heads: 64, tensorParallel: 3 })
    expect(vllm({ pipelineParallel: 100 }, { ...h100s, count: 20 })).toEqual({ kind: 'more-stages-than-layers', stages: 100, layers: 80 })
    expect(vllm({ expertParallel: true })).toEqual({ kind: 'no-experts' })
    expect(vllm({}, { ramGibibytes: 512 })).toEqual({ kind: 'cpu-only', engine: 'vllm' })
  })
  it('for models whose caches vLLM and SGLang size in ways that the plan does not follow', () => {
    for (const kind of ['vllm', 'sglang'])
      expect(planned(knownModel('Jamba v0.1'), { hosts: [h100s], engine: { kind } }).refused).toEqual({
        kind: 'other-caches',
        engine: kind,
      })
    expect(planned(knownModel('gpt-oss 20B'), { hosts: [h100s], engine: { kind: 'sglang' } }).refused?.kind).toBe('other-caches')
  })
  it('for llama.cpp', () => {
    const refused = (engine: object, file: object = {}) =>
      planned(llama70b, { hosts: [{ ...h100s, count: 2, gpus: 4 }], engine: { kind: 'llama.cpp', ...engine }, ...file }).refused
    expect(refused({ split: 'row' })).toEqual({ kind: 'rows-over-rpc' })
    expect(refused({ split: 'tensor' }, { kv: { key: 'q8_0', value: 'q8_0' } })).toEqual({ kind: 'tensor-split-quantized' })
    expect(refused({ flashAttention: 'off' }, { kv: { key: 'f16', value: 'q8_0' } })?.kind).toBe('settings')
    expect(refused({}, { hosts: [{ ...h100s, count: 2 }] })).toEqual({ kind: 'too-many-devices', devices: 16, most: 15 })
    expect(planned(qwenExperts, { hosts: [h100s], engine: { kind: 'llama.cpp', split: 'tensor' } }).refused).toBeNull()
    expect(planned(knownModel('DeepSeek V2 Lite'), { hosts: [h100s], engine: { kind: 'llama.cpp', split: 'tensor' } }).refused).toEqual({
      kind: 'tensor-split-architecture',
      architecture: 'deepseek2',
    })
  })
})

describe('thousands of hosts', () => {
  /** Counts how often the planner looks at a group of hosts. */
  function looksAt(count: number, engine: object): { looks: number; plan: FleetPlan | null } {
    const file = { version: 1, hosts: [{ ...h100s, count }], engine, workload: { users: 1000 } }
    const fleet: Fleet = readFleet('fleet.json', JSON.stringify(file), llama70b)
    let looks = 0
    const hosts = fleet.hosts.map(
      (host): HostGroup =>
        new Proxy(host, {
          get(target, key) {
            looks++
            return Reflect.get(target, key)
          },
        }),
    )
    return { plan: planFleet(llama70b, { ...fleet, hosts }), looks }
  }
  it.each([
    ['vLLM', { kind: 'vllm', tensorParallel: 8, pipelineParallel: 2 }],
    ['SGLang', { kind: 'sglang', tensorParallel: 4 }],
  ])('take no more steps than a few hosts: %s', (_name, engine) => {
    const [few, many] = [looksAt(4, engine), looksAt(40_000, engine)]
    expect(many.looks).toBe(few.looks)
    expect(many.plan?.usersThatFit).toBe((few.plan?.usersThatFit ?? 0) * 10_000)
  })
  it('take as many steps as a few: llama.cpp in many instances', () => {
    const [few, many] = [looksAt(4, { kind: 'llama.cpp', instances: 4 }), looksAt(40_000, { kind: 'llama.cpp', instances: 40_000 })]
    expect(many.looks).toBe(few.looks)
    expect(many.plan?.replicas.map(({ count }) => count)).toEqual([40_000])
  })
  it('of different kinds hold replicas that cross from one kind to the next', () => {
    const plan = planned(llama70b, {
      hosts: [
        { name: 'a', gpu: 'h100-sxm', gpus: 3 },
        { name: 'b', gpu: 'h200-sxm', gpus: 3 },
      ],
      engine: { kind: 'vllm', tensorParallel: 2 },
    })
    expect(plan.replicas.map(({ count, devices }) => [count, ...devices.map(({ host, count: ranks }) => `${ranks} ${host}`)])).toEqual([
      [1, '2 a'],
      [1, '1 a', '1 b'],
      [1, '2 b'],
    ])
    // The smaller GPU of a mixed replica decides how many blocks both have.
    const [small, mixed, large] = plan.replicas.map(({ capacity }) => capacity.units)
    expect(mixed).toBe(small)
    expect(large).toBeGreaterThan(small ?? 0)
    expect(plan.idleDevices).toBe(0)
  })
})

describe('llama.cpp', () => {
  const file = { engine: { kind: 'llama.cpp' }, workload: { users: 2, promptTokens: 3000, outputTokens: 1096 } }
  it('places RPC hosts first, gives each device layers by its memory, and keeps the token embedding in the main host’s RAM', () => {
    const plan = planned(llama70b, {
      ...file,
      hosts: [
        { name: 'main', gpu: 'h100-sxm', gpus: 1, ramGibibytes: 64 },
        { name: 'worker', gpu: 'rtx-4090', gpus: 2 },
      ],
    })
    const groups = groupsOf(plan)
    expect(groups.map(({ host, kind, count, firstLayer, endLayer }) => [host, kind, count, firstLayer, endLayer])).toEqual([
      // 81 positions x 24 / 128 = 15.2: positions 0 to 15, then 16 to 30.
      ['worker', 'gpu', 1, 0, 16],
      ['worker', 'gpu', 1, 16, 31],
      ['main', 'gpu', 1, 31, 80],
      ['main', 'ram', 1, 0, 0],
    ])
    // 80 layers x 2 users x 4,096 cells x 8 heads x (128 + 128) x 2 B.
    const kv = groups.reduce((sum, group) => sum + partOf(group, 'kv'), 0)
    expect(kv).toBe(80 * 2 * 4096 * 8 * 256 * 2)
    expect(partOf(groups[0] as DeviceGroup, 'kv')).toBe((kv * 16) / 80)
    expect(partOf(groups[3] as DeviceGroup, 'weights')).toBeGreaterThan(0)
  })
  it('uses the CPU of RPC hosts without a GPU, and its own only if there is no other device', () => {
    const cpus = { ...file, hosts: [{ ramGibibytes: 128, count: 3, network: 'ethernet-10g' }] }
    expect(groupsOf(planned(llama70b, cpus)).map(({ kind, count }) => [kind, count])).toEqual([
      ['cpu', 1],
      ['cpu', 1],
      ['ram', 1],
    ])
    const alone = groupsOf(planned(llama70b, { ...file, hosts: [{ ramGibibytes: 128 }] }))
    expect(alone.map(({ kind, endLayer }) => [kind, endLayer])).toEqual([['ram', 80]])
    expect(partOf(alone[0] as DeviceGroup, 'kv')).toBe(80 * 2 * 4096 * 8 * 256 * 2)
  })
  it('splits KV heads over all devices in tensor mode', () => {
    const plan = planned(llama70b, {
      ...file,
      hosts: [{ ...h100s, gpus: 4, ramGibibytes: 64 }],
      engine: { kind: 'llama.cpp', split: 'tensor' },
    })
    const [devices] = groupsOf(plan)
    expect(devices?.count).toBe(4)
    expect(partOf(devices as DeviceGroup, 'kv')).toBe((80 * 2 * 4096 * 8 * 256 * 2) / 4)
  })
  it('divides recurrent states in tensor mode', () => {
    const stateOf = (name: string, split: string) => {
      const plan = planned(knownModel(name), {
        ...file,
        hosts: [{ ...h100s, gpus: 4, ramGibibytes: 64 }],
        engine: { kind: 'llama.cpp', split },
      })
      return groupsOf(plan).reduce((sum, group) => sum + group.count * partOf(group, 'state'), 0)
    }
    const qwen = stateOf('Qwen 3 Next 80B A3B', 'layer')
    expect(qwen).toBeGreaterThan(0)
    expect(stateOf('Qwen 3 Next 80B A3B', 'tensor')).toBe(qwen)
  })
  it('stores a shared prefix once per user', () => {
    const shared = { ...file, hosts: [{ ...h100s, ramGibibytes: 64 }], workload: { ...file.workload, sharedPrefixTokens: 2000 } }
    const plan = planned(llama70b, shared)
    expect(plan.usersThatFit).toBe(plan.usersWithoutSharing)
    expect(plan.replicas[0]?.capacity).toMatchObject({ unit: 'cells', units: 8192, unitsPerUser: 4096, sharedUnits: 0 })
  })
  it('fits the most users whose upper bound fits on every device', () => {
    const plan = planned(llama70b, { ...file, hosts: [{ gpu: 'h100-sxm', ramGibibytes: 64 }] })
    const users = plan.usersThatFit
    expect(users).toBeGreaterThan(1)
    const perUser = 80 * 4096 * 8 * 256 * 2
    expect(users * perUser).toBeLessThan(80 * gib)
    const more = planned(llama70b, {
      ...file,
      hosts: [{ gpu: 'h100-sxm', ramGibibytes: 64 }],
      workload: { ...file.workload, users: users + 1 },
    })
    expect(more.fits).toBe(false)
  })
})
