import { parseArgs } from 'node:util'
import type { z } from 'zod'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import { type KvSettings, kvSettings } from '../../../core/contract/settings/kv-settings'
import { type GpuBackend, gpuBackends, type KvType, kvTypes } from '../../../core/contract/settings/kv-types'

export class UsageError extends Error {}

/** `strings` can be given several times. */
export type FlagTypes = Readonly<Record<string, 'string' | 'strings' | 'boolean'>>
export type ShortFlags = Readonly<Record<string, string>>
export type Flags = Readonly<Record<string, string | readonly string[] | boolean | undefined>>

export const kvFlags = {
  ctx: 'string',
  'kv-k': 'string',
  'kv-v': 'string',
  sequences: 'string',
  batch: 'string',
  'swa-full': 'boolean',
  checkpoints: 'string',
  'no-flash-attn': 'boolean',
  threads: 'string',
  gpu: 'string',
  'gpu-layers': 'string',
} as const satisfies FlagTypes

const optionOf = (type: FlagTypes[string]) => (type === 'strings' ? ({ type: 'string', multiple: true } as const) : ({ type } as const))

/** Throws UsageError for an unknown flag or a missing value. */
export function readFlags(args: readonly string[], types: FlagTypes, shorts: ShortFlags = {}): { flags: Flags; words: string[] } {
  const options = Object.fromEntries(
    Object.entries(types).map(([name, type]) => [name, { ...optionOf(type), ...(shorts[name] ? { short: shorts[name] } : {}) }]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    return { flags: values as Flags, words: positionals }
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error))
  }
}

export const text = (flags: Flags, name: string): string | undefined => {
  const value = flags[name]
  return typeof value === 'string' ? value : undefined
}

export const texts = (flags: Flags, name: string): readonly string[] | undefined => {
  const value = flags[name]
  return Array.isArray(value) ? value : undefined
}

export function number(flags: Flags, name: string): number | undefined {
  const value = text(flags, name)
  if (value === undefined) return undefined
  const parsed = Number(value)
  if (value.trim() === '' || !Number.isFinite(parsed)) throw new UsageError(`--${name} takes a number, got "${value}"`)
  return parsed
}

export function between(flags: Flags, name: string, least: number, most: number): number | undefined {
  const value = number(flags, name)
  if (value !== undefined && (value < least || value > most)) throw new UsageError(`--${name} takes ${least} to ${most}, got ${value}`)
  return value
}

export function whole(flags: Flags, name: string, least: number, most: number): number | undefined {
  const value = between(flags, name, least, most)
  if (value !== undefined && !Number.isInteger(value)) throw new UsageError(`--${name} takes a whole number, got ${value}`)
  return value
}

export function listOf<T>(flags: Flags, name: string, read: (word: string) => T | undefined, takes: string): T[] | undefined {
  return text(flags, name)
    ?.split(',')
    .map((word) => {
      const value = read(word.trim())
      if (value === undefined) throw new UsageError(`--${name} takes ${takes}, got "${word.trim()}"`)
      return value
    })
}

export const counts = (flags: Flags, name: string): number[] | undefined =>
  listOf(flags, name, (word) => (/^\d{1,9}$/.test(word) ? Number(word) : undefined), 'whole numbers between commas')

export function oneOf<T extends string>(flags: Flags, name: string, allowed: readonly T[]): T | undefined {
  const value = text(flags, name)
  if (value === undefined) return undefined
  if (!allowed.includes(value as T)) throw new UsageError(`--${name} takes one of ${allowed.join(', ')}; got "${value}"`)
  return value as T
}

export function kvSettingsFrom(flags: Flags, others: KvSettings = defaultKvSettings): KvSettings {
  const given: { [Name in keyof KvSettings]: KvSettings[Name] | undefined } = {
    contextTokens: number(flags, 'ctx'),
    keyType: oneOf<KvType>(flags, 'kv-k', kvTypes),
    valueType: oneOf<KvType>(flags, 'kv-v', kvTypes),
    sequences: number(flags, 'sequences'),
    batchTokens: number(flags, 'batch'),
    checkpointMebibytes: number(flags, 'checkpoints'),
    swaFullCache: flags['swa-full'] === true ? true : undefined,
    flashAttention: flags['no-flash-attn'] === true ? 'off' : undefined,
    threads: number(flags, 'threads'),
    gpuBackend: oneOf<GpuBackend>(flags, 'gpu', gpuBackends),
    gpuLayers: number(flags, 'gpu-layers'),
  }
  const settings = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const checked = kvSettings.safeParse({ ...others, ...settings })
  if (checked.success) return checked.data
  throw wrongFlag(checked.error, kvFlagOf)
}

const kvFlagOf: Readonly<Record<string, keyof typeof kvFlags>> = {
  contextTokens: 'ctx',
  sequences: 'sequences',
  batchTokens: 'batch',
  checkpointMebibytes: 'checkpoints',
  threads: 'threads',
  gpuLayers: 'gpu-layers',
}

export function wrongFlag({ issues: [issue] }: z.core.$ZodError, flagOf: Readonly<Record<string, string>>): UsageError {
  const field = String(issue?.path[0])
  const flag = flagOf[field] ? `--${flagOf[field]}` : field
  const { message } = issue?.code === 'invalid_union' ? (issue.errors.at(-1)?.[0] ?? issue) : (issue ?? { message: 'not allowed' })
  return new UsageError(`${flag}: ${message.replace(/^Invalid input: |^Too (small|big): /, '')}`)
}
