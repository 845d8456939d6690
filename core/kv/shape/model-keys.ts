/**
 * Takes keys without the architecture prefix. Throws `Unloadable` with llama.cpp's message. Accepts numbers of another GGUF type (i32 for
 * u32).
 *
 * Source: `get_key`, `get_arr`, `get_arr_n` and `get_key_or_arr` in src/llama-model-loader.cpp.
 */
import { type GgufArray, type GgufHeader, type GgufValue, isGgufArray } from '../../gguf/header'
import { legible } from '../../gguf/malformed'

export class Unloadable extends Error {}

/** Source: LLAMA_MAX_LAYERS in src/llama-hparams.h. */
export const maxLayers = 512
const integerTypes = new Set(['u32', 'i32', 'bool'])

export class ModelKeys {
  constructor(
    private readonly header: GgufHeader,
    readonly architecture: string,
  ) {}

  /** Returns a u32. */
  count(key: string): number | undefined {
    const value = this.value(key)
    if (value === undefined) return undefined
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value >= 2 ** 32)
      throw new Unloadable(`key ${this.nameOf(key)} has wrong type, expected u32`)
    return value
  }

  demandCount(key: string): number {
    return this.count(key) ?? this.missing(key)
  }

  flag(key: string): boolean | undefined {
    const value = this.value(key)
    if (value === undefined || typeof value === 'boolean') return value
    throw new Unloadable(`key ${this.nameOf(key)} has wrong type, expected bool`)
  }

  list(key: string): readonly number[] | undefined {
    const value = this.value(key)
    if (!isGgufArray(value)) return undefined
    if (!integerTypes.has(value.elementType)) throw new Unloadable(`${this.nameOf(key)} has wrong array element type ${value.elementType}`)
    if (value.length > maxLayers || value.values === null)
      throw new Unloadable(`array length ${value.length} for key ${this.nameOf(key)} exceeds max ${maxLayers}`)
    return value.values.map((element) => Number(element) >>> 0)
  }

  demandList(key: string): readonly number[] {
    return this.list(key) ?? this.missing(key, 'array key')
  }

  /** The file has a list, or one integer for all layers. */
  perLayer(key: string, layers: number): readonly number[] | undefined {
    const value = this.value(key)
    if (value === undefined) return undefined
    if (!isGgufArray(value)) return new Array<number>(layers).fill(this.demandCount(key))
    if (value.length !== layers)
      throw new Unloadable(`key ${this.nameOf(key)} has wrong array length; expected ${layers}, got ${value.length}`)
    return this.list(key)
  }

  demandPerLayer(key: string, layers: number): readonly number[] {
    return this.perLayer(key, layers) ?? this.missing(key)
  }

  /** Returns 0 if the key is absent. */
  length(key: string): number {
    const value = this.value(key)
    if (value === undefined) return 0
    if (!isGgufArray(value)) throw new Unloadable(`key ${this.nameOf(key)} has wrong type, expected an array`)
    return (value as GgufArray).length
  }

  isArray(key: string): boolean {
    return isGgufArray(this.value(key))
  }

  hasTensor(name: string): boolean {
    return this.header.tensors.some((tensor) => tensor.name === name)
  }

  private value(key: string): GgufValue | undefined {
    return this.header.metadata.get(`${this.architecture}.${key}`)
  }

  private missing(key: string, what = 'key'): never {
    throw new Unloadable(`${what} not found in model: ${this.nameOf(key)}`)
  }

  private nameOf(key: string): string {
    return `${legible(this.architecture)}.${key}`
  }
}
