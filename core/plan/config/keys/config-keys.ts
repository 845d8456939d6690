/**
 * `names` lists alternative keys, separated by spaces: the first one that is present and not null counts. Wrong values throw
 * `config-unreadable`, except in `soft` and `word`.
 *
 * Source: llama.cpp, `find_hparam` in conversion/base.py.
 */
import { type KeyScope, missingKey, topLevel, wrongKey } from './unreadable'

export type ConfigValue = null | boolean | number | string | readonly ConfigValue[] | ConfigObject
export interface ConfigObject {
  readonly [key: string]: ConfigValue
}

/** Source: LLAMA_MAX_LAYERS in src/llama-hparams.h. */
export const mostLayers = 512
/** The sum of two such counts fits into llama.cpp's u32. */
const mostCount = 2 ** 31 - 1

export const isObject = (value: unknown): value is ConfigObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export class ConfigKeys {
  private readonly used = new Set<string>()

  constructor(
    private readonly values: ConfigObject,
    private readonly scope: KeyScope = topLevel,
  ) {}

  count(names: string, most = mostCount): number | undefined {
    const [name, value] = this.find(names)
    if (value === undefined || isCount(value, most)) return value
    throw wrongKey(name, value, { kind: 'whole-number', least: 0, most })
  }

  demand(names: string, most = mostCount): number {
    return this.count(names, most) ?? this.missing(names, 'whole-number')
  }

  /** Returns undefined for a wrong value. */
  soft(names: string): number | undefined {
    const [, value] = this.find(names)
    return isCount(value, mostCount) ? value : undefined
  }

  perLayer(names: string): number | readonly number[] | undefined {
    return Array.isArray(this.find(names)[1]) ? this.counts(names) : this.count(names)
  }

  demandPerLayer(names: string): number | readonly number[] {
    return this.perLayer(names) ?? this.missing(names, 'whole-number')
  }

  counts(names: string): readonly number[] | undefined {
    const [name, value] = this.find(names)
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length <= mostLayers && value.every((one) => isCount(one, mostCount))) return value
    throw wrongKey(name, value, { kind: 'whole-numbers', mostItems: mostLayers })
  }

  demandCounts(names: string): readonly number[] {
    return this.counts(names) ?? this.missing(names, 'whole-numbers')
  }

  words(names: string): readonly string[] | undefined {
    const [name, value] = this.find(names)
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length <= mostLayers && value.every((one) => typeof one === 'string')) return value
    throw wrongKey(name, value, { kind: 'words', mostItems: mostLayers })
  }

  demandWords(names: string): readonly string[] {
    return this.words(names) ?? this.missing(names, 'words')
  }

  word(names: string): string | undefined {
    const [, value] = this.find(names)
    return typeof value === 'string' ? value : undefined
  }

  flag(names: string): boolean | undefined {
    const [name, value] = this.find(names)
    if (value === undefined || typeof value === 'boolean') return value
    throw wrongKey(name, value, { kind: 'flag' })
  }

  section(name: string): ConfigKeys | undefined {
    const [, value] = this.find(name)
    if (value === undefined) return undefined
    if (!isObject(value)) throw wrongKey(name, value, { kind: 'object' })
    return new ConfigKeys(value, { section: name, isAlsoAtTop: false })
  }

  demandSection(name: string): ConfigKeys {
    return this.section(name) ?? this.missing(name, 'object')
  }

  sections(name: string): readonly ConfigKeys[] | undefined {
    const [, value] = this.find(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value) || value.length > mostLayers || !value.every(isObject))
      throw wrongKey(name, value, { kind: 'objects', mostItems: mostLayers })
    return value.map((one) => new ConfigKeys(one, { section: name, isAlsoAtTop: false }))
  }

  /** Sections by layer number, from an object such as {"05": {...}}. */
  numbered(name: string): ReadonlyMap<number, ConfigKeys> {
    const [, value] = this.find(name)
    if (value !== undefined && !isObject(value)) throw wrongKey(name, value, { kind: 'object' })
    const entries = Object.entries(value ?? {}).flatMap(([key, one]) => (isObject(one) ? [[Number(key), one] as const] : []))
    return new Map(entries.map(([key, one]) => [key, new ConfigKeys(one, { section: name, isAlsoAtTop: false })]))
  }

  has(names: string): boolean {
    return this.find(names)[1] !== undefined
  }

  get usedNames(): readonly string[] {
    return [...this.used]
  }

  private find(names: string): readonly [string, ConfigValue | undefined] {
    const all = names.split(' ')
    const name = all.find((one) => Object.hasOwn(this.values, one) && this.values[one] !== null)
    if (name === undefined) return [all[0] ?? '', undefined]
    this.used.add(name)
    return [name, this.values[name]]
  }

  private missing(names: string, kind: Parameters<typeof missingKey>[1]): never {
    throw missingKey(names.split(' ')[0] ?? '', kind, this.scope)
  }
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
