/**
 * The keys of a config.json, read one by one, each with the kind of value that it must have.
 *
 * Names of one thing stand in one text, separated by spaces; the first that is there counts, and null counts as
 * absent. What is there and is no such value throws `config-unreadable` with the name of the key.
 *
 * Source: `find_hparam` in conversion/base.py of llama.cpp.
 */
import { missingKey, wrongKey } from './unreadable'

export type ConfigValue = null | boolean | number | string | readonly ConfigValue[] | ConfigObject
export interface ConfigObject {
  readonly [key: string]: ConfigValue
}

/** LLAMA_MAX_LAYERS in src/llama-hparams.h. */
export const mostLayers = 512
/** What fits llama.cpp's u32 and leaves room for sums. */
const mostCount = 2 ** 31 - 1

export const isObject = (value: unknown): value is ConfigObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export class ConfigKeys {
  private readonly used = new Set<string>()

  constructor(
    private readonly values: ConfigObject,
    /** Follows "is missing" in a sentence. */
    private readonly where = '',
  ) {}

  /** A whole number from 0 to `most`, or undefined. */
  count(names: string, most = mostCount): number | undefined {
    const [name, value] = this.find(names)
    if (value === undefined || isCount(value, most)) return value
    throw wrongKey(name, value, `a whole number from 0 to ${most}`, 'whole number')
  }

  demand(names: string, most = mostCount): number {
    return this.count(names, most) ?? this.missing(names, 'whole number')
  }

  /** A whole number that the caches do not depend on: what is wrong with it does not matter. */
  soft(names: string): number | undefined {
    const [, value] = this.find(names)
    return isCount(value, mostCount) ? value : undefined
  }

  /** One number for all layers, or one for each. */
  perLayer(names: string): number | readonly number[] | undefined {
    return Array.isArray(this.find(names)[1]) ? this.counts(names) : this.count(names)
  }

  demandPerLayer(names: string): number | readonly number[] {
    return this.perLayer(names) ?? this.missing(names, 'whole number')
  }

  counts(names: string): readonly number[] | undefined {
    const [name, value] = this.find(names)
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length <= mostLayers && value.every((one) => isCount(one, mostCount))) return value
    throw wrongKey(name, value, `a list of at most ${mostLayers} whole numbers`, 'list of whole numbers')
  }

  demandCounts(names: string): readonly number[] {
    return this.counts(names) ?? this.missing(names, 'list of whole numbers')
  }

  words(names: string): readonly string[] | undefined {
    const [name, value] = this.find(names)
    if (value === undefined) return undefined
    if (Array.isArray(value) && value.length <= mostLayers && value.every((one) => typeof one === 'string')) return value
    throw wrongKey(name, value, `a list of at most ${mostLayers} words`, 'list of words')
  }

  demandWords(names: string): readonly string[] {
    return this.words(names) ?? this.missing(names, 'list of words')
  }

  /** Text, or undefined for anything else. */
  word(names: string): string | undefined {
    const [, value] = this.find(names)
    return typeof value === 'string' ? value : undefined
  }

  flag(names: string): boolean | undefined {
    const [name, value] = this.find(names)
    if (value === undefined || typeof value === 'boolean') return value
    throw wrongKey(name, value, 'true or false', 'true or false')
  }

  section(name: string): ConfigKeys | undefined {
    const [, value] = this.find(name)
    if (value === undefined) return undefined
    if (!isObject(value)) throw wrongKey(name, value, 'an object', 'object')
    return new ConfigKeys(value, ` in "${name}"`)
  }

  demandSection(name: string): ConfigKeys {
    return this.section(name) ?? this.missing(name, 'object')
  }

  /** The objects of a list, for configurations that describe each layer by itself. */
  sections(name: string): readonly ConfigKeys[] | undefined {
    const [, value] = this.find(name)
    if (value === undefined) return undefined
    if (!Array.isArray(value) || value.length > mostLayers || !value.every(isObject))
      throw wrongKey(name, value, `a list of at most ${mostLayers} objects`, 'object')
    return value.map((one) => new ConfigKeys(one, ` in "${name}"`))
  }

  /** Objects by number, for configurations that describe some layers by themselves: {"05": {...}}. */
  numbered(name: string): ReadonlyMap<number, ConfigKeys> {
    const [, value] = this.find(name)
    if (value !== undefined && !isObject(value)) throw wrongKey(name, value, 'an object', 'object')
    const entries = Object.entries(value ?? {}).flatMap(([key, one]) => (isObject(one) ? [[Number(key), one] as const] : []))
    return new Map(entries.map(([key, one]) => [key, new ConfigKeys(one, ` in "${name}"`)]))
  }

  has(names: string): boolean {
    return this.find(names)[1] !== undefined
  }

  /** Names that were looked up and found, in that order. */
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
    throw missingKey(names.split(' ')[0] ?? '', kind, this.where)
  }
}

const isCount = (value: unknown, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= most
