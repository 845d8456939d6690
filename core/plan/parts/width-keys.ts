/** Invalid values count as 0. */
import { type GgufHeader, type GgufValue, isGgufArray } from '../../gguf/header'

export class WidthKeys {
  constructor(
    private readonly header: GgufHeader,
    private readonly architecture: string,
  ) {}

  most(key: string): number {
    const value = this.header.metadata.get(`${this.architecture}.${key}`)
    const values: readonly (GgufValue | undefined)[] = isGgufArray(value) ? (value.values ?? []) : [value]
    return values.reduce<number>((most, one) => (isWidth(one) && one > most ? one : most), 0)
  }

  at(key: string, layer: number): number {
    const value = this.header.metadata.get(`${this.architecture}.${key}`)
    const one = isGgufArray(value) ? value.values?.[layer] : value
    return isWidth(one) ? one : 0
  }

  isFalse(key: string): boolean {
    return this.header.metadata.get(`${this.architecture}.${key}`) === false
  }
}

const isWidth = (value: GgufValue | undefined): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32
