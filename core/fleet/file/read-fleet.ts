/** Throws `fleet-refused`, which names the field. */
import { coded } from '../../contract/errors/coded-error'
import type { FleetProblem } from '../../contract/errors/settings-reasons'
import { type KvType, kvTypes } from '../../contract/settings/kv-types'
import { linkPresets } from '../../plan/machines/link-presets'
import { machinePresets } from '../../plan/machines/machine-presets'
import type { PlanSubject } from '../../plan/plan-subject'
import { defaultFileType, fileTypes } from '../../plan/weights/file-types'
import { messageOf } from '../../text/message-of'
import { type FleetFile, fleetFile, type Workload, workloadFile } from '../schema/fleet-file'
import {
  type Device,
  type EngineChoice,
  type Fleet,
  type HostGroup,
  type Link,
  servedKvTypes,
  servedTypes,
  type WeightType,
} from '../types/fleet'

const gib = 2 ** 30

/** `workload` replaces the file's values. */
export function readFleet(fileName: string, text: string, subject: PlanSubject, workload: Partial<Workload> = {}): Fleet {
  const refuse: Refuse = (field, reason) => {
    throw coded('fleet-refused', { fileName, field, reason })
  }
  const file = checked(parsed(text, refuse), refuse)
  return {
    hosts: file.hosts.map((host, at) => hostGroup(host, at, refuse)),
    choice: choiceOf(file, refuse),
    weights: weightsOf(file, subject, refuse),
    workload: workloadOf({ ...file.workload, ...workload }, refuse),
  }
}

type Refuse = (field: string, reason: FleetProblem) => never

function parsed(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    return refuse('', { kind: 'json', quoted: messageOf(error) })
  }
}

function checked(value: unknown, refuse: Refuse): FleetFile {
  const result = fleetFile.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  return refuse(fieldOf(issue?.path ?? []), { kind: 'zod', quoted: issue?.message ?? '' })
}

/** `hosts[0].gpu` */
const fieldOf = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? String(key) : `.${String(key)}`)).join('')

type HostFile = FleetFile['hosts'][number]

function hostGroup(host: HostFile, at: number, refuse: Refuse): HostGroup {
  const field = `hosts[${at}]`
  return {
    name: host.name ?? `host-${at + 1}`,
    count: host.count,
    device: deviceOf(host, field, refuse),
    devicesPerHost: host.gpu === undefined ? 1 : host.gpus,
    ramBytes: host.ramGibibytes === undefined ? null : Math.round(host.ramGibibytes * gib),
    link: linkOf(host.link, `${field}.link`, refuse),
    network: linkOf(host.network, `${field}.network`, refuse),
  }
}

function deviceOf({ gpu, ramGibibytes, ramGigabytesPerSecond }: HostFile, field: string, refuse: Refuse): Device {
  if (gpu === undefined) {
    if (ramGibibytes === undefined) return refuse(field, { kind: 'no-memory' })
    return {
      name: 'CPU',
      kind: 'cpu',
      memoryBytes: Math.round(ramGibibytes * gib),
      bytesPerSecond: ramGigabytesPerSecond === undefined ? null : ramGigabytesPerSecond * 1e9,
      teraflops: null,
    }
  }
  const figures = typeof gpu === 'string' ? preset(machinePresets, gpu, `${field}.gpu`, refuse) : gpu
  return {
    name: figures.name,
    kind: 'gpu',
    ...('gpu' in figures && figures.gpu && { gpu: figures.gpu }),
    memoryBytes: Math.round(figures.gibibytes * gib),
    bytesPerSecond: figures.gigabytesPerSecond * 1e9,
    teraflops: ratesOf(figures.teraflops),
  }
}

function ratesOf(rates: { f16: number; fp8?: number | undefined; int8?: number | undefined } | undefined): Device['teraflops'] {
  if (!rates) return null
  const { f16, fp8, int8 } = rates
  return { f16, ...(fp8 === undefined ? {} : { fp8 }), ...(int8 === undefined ? {} : { int8 }) }
}

function linkOf(link: HostFile['link'], field: string, refuse: Refuse): Link | null {
  if (link === undefined) return null
  const figures = typeof link === 'string' ? { ...preset(linkPresets, link, field, refuse), microseconds: 0 } : link
  return { bytesPerSecond: figures.gigabytesPerSecond * 1e9, seconds: figures.microseconds / 1e6 }
}

function preset<Preset extends { readonly id: string }>(list: readonly Preset[], id: string, field: string, refuse: Refuse): Preset {
  return (
    list.find((one) => one.id === id) ??
    refuse(
      field,
      unknown(
        id,
        list.map((one) => one.id),
      ),
    )
  )
}

const unknown = (value: string, known: readonly string[]): FleetProblem => ({ kind: 'unknown-name', value, known: [...known] })

function oneOf<T extends string>(value: string, known: readonly T[], field: string, refuse: Refuse): T {
  return known.find((one) => one === value) ?? refuse(field, unknown(value, known))
}

function choiceOf({ engine, kv }: FleetFile, refuse: Refuse): EngineChoice {
  if (engine.kind === 'llama.cpp') {
    const typeOf = (of: 'key' | 'value'): KvType => oneOf(kv?.[of] ?? 'f16', kvTypes, `kv.${of}`, refuse)
    return { engine, keyType: typeOf('key'), valueType: typeOf('value') }
  }
  const kvType = oneOf(kv?.key ?? 'auto', servedKvTypes, 'kv.key', refuse)
  if (oneOf(kv?.value ?? 'auto', servedKvTypes, 'kv.value', refuse) !== kvType) return refuse('kv.value', { kind: 'types-differ' })
  return { engine, kvType }
}

function weightsOf({ engine, weights }: FleetFile, subject: PlanSubject, refuse: Refuse): WeightType {
  if (subject.weights) return weights === undefined ? 'file' : refuse('weights', { kind: 'weights-in-file' })
  if (!subject.elements) return refuse('', { kind: 'weights-unknown' })
  const known: readonly WeightType[] = engine.kind === 'llama.cpp' ? fileTypes : servedTypes
  const usual: WeightType = engine.kind === 'llama.cpp' ? defaultFileType : 'bf16'
  return weights === undefined ? usual : oneOf(weights, known, 'weights', refuse)
}

function workloadOf(workload: Workload, refuse: Refuse): Workload {
  const result = workloadFile.safeParse(workload)
  if (!result.success) {
    const [issue] = result.error.issues
    return refuse(fieldOf(['workload', ...(issue?.path ?? [])]), { kind: 'zod', quoted: issue?.message ?? '' })
  }
  if (workload.sharedPrefixTokens > workload.promptTokens) return refuse('workload.sharedPrefixTokens', { kind: 'prefix-too-long' })
  if (workload.promptTokens + workload.outputTokens === 0) return refuse('workload.promptTokens', { kind: 'no-tokens' })
  return result.data
}
