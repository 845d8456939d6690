import { planArguments, settingsProblemText } from '../../../core/copy/command-line'
import type { CacheSettings } from '../../../core/kv/cache-settings'
import { billOf } from '../../../core/plan/bill'
import { withEstimatedWeights } from '../../../core/plan/estimated-weights'
import { type FitQuestion, findFits } from '../../../core/plan/fit/find-fits'
import { gpuLayersInUse } from '../../../core/plan/gpu-layers'
import { machinePresets } from '../../../core/plan/machines/machine-presets'
import { planAnswer } from '../../../core/plan/plan-answer'
import { cacheSettingsFor, type PlanSettings, parsePlanSettings } from '../../../core/plan/plan-settings'
import { defaultFileType, type FileType, fileTypes } from '../../../core/plan/weights/file-types'
import { decodeLimit } from '../../../core/plan/what-if/decode-limit'
import { defaultSinkWindow, type SinkWindow, withSinkWindow } from '../../../core/plan/what-if/sink-window'
import { inspectLocation } from '../../library/header/inspect-location'
import { fleetFlags, planOnFleet } from '../fleet/plan-fleet'
import { type Flags, kvFlags, number, oneOf, readFlags, text, UsageError } from '../input/flags'
import { machineFlags, machineFrom } from '../input/machine-flags'
import { print } from '../input/terminal'
import { planJson } from './plan-json'
import { planLines } from './plan-lines'
import { planTable } from './plan-table'

export const planUsage = `plan FILE.gguf|config.json|URL [--json] [--llama-cpp 0.4.0|0.5.0]
    [--ram GIB] [--vram GIB,GIB,…] [--bandwidth GB/s] [--machine PRESET] [--weights T] [--sinks N] [--window N] [--fit]
    [--ctx N] [--kv-k T] [--kv-v T] [--sequences N] [--batch N | --ubatch N] [--swa-full] [--no-flash-attn] [--gpu-layers N]
    --ctx: tokens per sequence; 0: the model's trained context. llama.cpp's n_ctx counts all sequences
    --ram, --vram: GiB of another machine, one number per GPU; --machine: ${machinePresets.map(({ id }) => id).join(', ')}
    --bandwidth: of the memory with the weights, for the decode speed that it allows; --fit: what would make the plan fit
    --weights: file type of a config.json: ${fileTypes.join(', ')}
    --sinks, --window: tokens that StreamingLLM would hold, a what-if
    --batch: node-llama-cpp's batch, which adds one for a sliding window; --ubatch: llama.cpp's n_ubatch
  plan FILE.gguf|config.json|URL --fleet FILE.json [--users N] [--prompt-tokens N] [--output-tokens N] [--shared-prefix N] [--ttft-limit MS]
    [--itl-limit MS] [-o table|json|md]: servers with several GPUs or hosts (llama.cpp, vLLM, SGLang); docs/fleet.md explains the file
  plan -   JSON lines {"file", "settings"} in, one answer each, in order. settings: contextTokens (per sequence; or totalContextTokens,
    llama.cpp's n_ctx), keyType, valueType, sequences, batchTokens | microBatchTokens [logicalBatchTokens], swaFullCache,
    flashAttention "auto"|"on"|"off", kvUnified, llamaCpp. A line that cannot be planned gives {"error": {"code", "message"}}`

const flagTypes = {
  ...kvFlags,
  ...machineFlags,
  ...fleetFlags,
  ubatch: 'string',
  'llama-cpp': 'string',
  weights: 'string',
  sinks: 'string',
  window: 'string',
  fit: 'boolean',
  json: 'boolean',
} as const

export async function plan(args: readonly string[]): Promise<0 | 3> {
  const { flags, words } = readFlags(args, flagTypes, { output: 'o' })
  const [location, ...surplus] = words
  if (!location || surplus.length > 0) throw new UsageError(planArguments)
  const fleet = text(flags, 'fleet')
  if (fleet !== undefined) return planOnFleet(await inspectLocation(location), fleet, flags)
  const given = settingsFrom(flags)
  if (location === '-') {
    await planLines(process.stdin, process.stdout)
    return 0
  }
  const subject = withSinkWindow(await inspectLocation(location), sinkWindowFrom(flags))
  const settings = cacheSettingsFor(subject.shape, given)
  const answer = planAnswer(subject, settings)
  const asked = machineFrom(flags)
  const fileType = oneOf<FileType>(flags, 'weights', fileTypes) ?? defaultFileType
  const weighed = withEstimatedWeights(subject, fileType)
  const { machine, bandwidth } = asked
  const gpuLayers = gpuLayersInUse(weighed, { ...settings, gpuLayers: given.gpuLayers ?? (asked.isWhatIf ? 'auto' : 0) }, machine)
  const billed = { ...settings, gpuLayers }
  const fit = flags.fit === true ? fitOf({ subject, settings: billed, fileType, machine }) : null
  if (flags.json !== true) print(planTable({ subject: weighed, settings: billed, machine, fileType, bandwidth, fit }))
  else if (!asked.isWhatIf && !fit) print(`${JSON.stringify(planJson(answer))}\n`)
  else {
    const { fits, spareBytes, totalBytes, plan: planned } = billOf(weighed, billed, machine)
    const decode = bandwidth === null ? null : decodeLimit(weighed, planned, bandwidth)
    print(`${JSON.stringify({ ...planJson(answer), machine: { fits, spareBytes, totalBytes, gpuLayers, decode, fit } })}\n`)
  }
  return answer.refused ? 3 : 0
}

function fitOf({
  settings,
  ...question
}: Omit<FitQuestion, 'settings'> & { readonly settings: CacheSettings & { readonly gpuLayers: number } }) {
  if (!('contextTokens' in settings)) throw new UsageError('--fit needs --ctx, because the model does not say its trained context')
  return findFits({ ...question, settings })
}

function sinkWindowFrom(flags: Flags): SinkWindow | null {
  const [sinkTokens, windowTokens] = [wholeNumber(flags, 'sinks'), wholeNumber(flags, 'window')]
  if (sinkTokens === undefined && windowTokens === undefined) return null
  return { sinkTokens: sinkTokens ?? defaultSinkWindow.sinkTokens, windowTokens: windowTokens ?? defaultSinkWindow.windowTokens }
}

function wholeNumber(flags: Flags, name: string): number | undefined {
  const value = number(flags, name)
  if (value !== undefined && !(Number.isSafeInteger(value) && value >= 0))
    throw new UsageError(`--${name} takes a whole number, got "${value}"`)
  return value
}

function settingsFrom(flags: Flags): PlanSettings {
  const given: Record<keyof PlanSettings, unknown> = {
    contextTokens: number(flags, 'ctx'),
    totalContextTokens: undefined,
    keyType: text(flags, 'kv-k'),
    valueType: text(flags, 'kv-v'),
    sequences: number(flags, 'sequences'),
    batchTokens: number(flags, 'batch'),
    microBatchTokens: number(flags, 'ubatch'),
    logicalBatchTokens: undefined,
    checkpointMebibytes: number(flags, 'checkpoints'),
    swaFullCache: flags['swa-full'] === true ? true : undefined,
    flashAttention: flags['no-flash-attn'] === true ? 'off' : undefined,
    kvUnified: undefined,
    llamaCpp: text(flags, 'llama-cpp'),
    threads: number(flags, 'threads'),
    gpuBackend: text(flags, 'gpu'),
    gpuLayers: number(flags, 'gpu-layers'),
  }
  const parsed = parsePlanSettings(Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)))
  if (!parsed.ok) throw new UsageError(settingsProblemText(parsed.problem))
  return parsed.settings
}
