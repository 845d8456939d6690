import os from 'node:os'
import { planArguments, settingsProblemText } from '../../../core/copy/command-line'
import { planAnswer } from '../../../core/plan/plan-answer'
import { cacheSettingsFor, type PlanSettings, parsePlanSettings } from '../../../core/plan/plan-settings'
import { inspectLocation } from '../../library/header/inspect-location'
import { type Flags, kvFlags, number, readFlags, text, UsageError } from '../input/flags'
import { print } from '../input/terminal'
import { planJson } from './plan-json'
import { planLines } from './plan-lines'
import { planTable } from './plan-table'

export const planUsage = `plan FILE.gguf|config.json|URL [--json] [--llama-cpp 0.4.0|0.5.0]
    [--ctx N] [--kv-k T] [--kv-v T] [--sequences N] [--batch N | --ubatch N] [--swa-full] [--no-flash-attn] [--gpu-layers N]
    --ctx: tokens per sequence; 0: the model's trained context. llama.cpp's n_ctx counts all sequences
    --batch: node-llama-cpp's batch, which adds one for a sliding window; --ubatch: llama.cpp's n_ubatch
  plan -   JSON lines {"file", "settings"} in, one answer each, in order. settings: contextTokens (per sequence; or totalContextTokens,
    llama.cpp's n_ctx), keyType, valueType, sequences, batchTokens | microBatchTokens [logicalBatchTokens], swaFullCache,
    flashAttention "auto"|"on"|"off", kvUnified, llamaCpp. A line that cannot be planned gives {"error": {"code", "message"}}`

const flagTypes = { ...kvFlags, ubatch: 'string', 'llama-cpp': 'string', json: 'boolean' } as const

/** Returns 3 if llama.cpp would refuse the settings. */
export async function plan(args: readonly string[]): Promise<0 | 3> {
  const { flags, words } = readFlags(args, flagTypes)
  const [location, ...surplus] = words
  if (!location || surplus.length > 0) throw new UsageError(planArguments)
  const given = settingsFrom(flags)
  if (location === '-') {
    await planLines(process.stdin, process.stdout)
    return 0
  }
  const subject = await inspectLocation(location)
  const settings = cacheSettingsFor(subject.shape, given)
  const answer = planAnswer(subject, settings)
  if (flags.json === true) print(`${JSON.stringify(planJson(answer))}\n`)
  else {
    const ram = { totalBytes: os.totalmem(), freeBytes: os.freemem() }
    // Nothing measures the GPU here, so its memory has no limit.
    const gpuLayers = typeof given.gpuLayers === 'number' ? given.gpuLayers : 0
    print(planTable(subject, { ...settings, gpuLayers }, { ram, vram: null, measuredAtMs: Date.now() }))
  }
  return answer.refused ? 3 : 0
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
