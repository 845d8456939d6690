/** The axis that usually matters most comes first. */
import type { KvSettings } from '../../contract/settings/kv-settings'

export type TuneGoal = 'prefill' | 'decode'

export interface TuneMachine {
  /** Physical cores. More threads than that are not tried. */
  readonly cores: number
  readonly hasGpu: boolean
  readonly layers: number
}

export interface TuneAxis {
  readonly goals: readonly TuneGoal[]
  candidates(settings: KvSettings): KvSettings[]
}

const batches = [128, 256, 512, 1024, 2048]

export function tuneAxes({ cores, hasGpu, layers }: TuneMachine): TuneAxis[] {
  const axis = <Name extends keyof KvSettings>(name: Name, goals: readonly TuneGoal[], values: readonly KvSettings[Name][]): TuneAxis => ({
    goals,
    candidates: (settings) => values.filter((value) => value !== settings[name]).map((value) => ({ ...settings, [name]: value })),
  })
  const both: readonly TuneGoal[] = ['prefill', 'decode']
  return [
    ...(hasGpu ? [axis('gpuLayers', both, ['auto', Math.ceil(layers / 2), 0])] : []),
    axis('threads', both, threadCounts(cores)),
    { goals: both, candidates: otherFlash },
    // Decode evaluates one token at a time.
    axis('batchTokens', ['prefill'], batches),
  ]
}

/** `auto` turns flash attention on if possible. A quantized V requires it. */
function otherFlash(settings: KvSettings): KvSettings[] {
  if (settings.flashAttention === 'off') return [{ ...settings, flashAttention: 'on' }]
  return isQuantized(settings.valueType) ? [] : [{ ...settings, flashAttention: 'off' }]
}

const isQuantized = (type: KvSettings['valueType']): boolean => !['f32', 'f16', 'bf16'].includes(type)

function threadCounts(cores: number): number[] {
  const steps = Math.min(cores, 8)
  return [...new Set(Array.from({ length: steps }, (_, step) => Math.round(((step + 1) * cores) / steps)))]
}
