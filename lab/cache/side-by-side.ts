/** Combines caches of one sequence each, so that a step for all of them reads the weights once. */
import type { KvCache } from './kv-cache'

export class SideBySide implements KvCache {
  constructor(private readonly caches: readonly KvCache[]) {}

  get shape() {
    return { ...this.at(0).shape, sequences: this.caches.length }
  }
  get allocatedBytes() {
    return this.caches.reduce((sum, { allocatedBytes }) => sum + allocatedBytes, 0)
  }
  at(sequence: number): KvCache {
    const cache = this.caches[sequence]
    if (!cache) throw new Error(`Expected a sequence below ${this.caches.length}, got ${sequence}`)
    return cache
  }
  used(layer: number, sequence: number, head: number) {
    return this.at(sequence).used(layer, 0, head)
  }
  positions(layer: number, sequence: number, head: number) {
    return this.at(sequence).positions(layer, 0, head)
  }
  insert(layer: number, sequence: number, positions: Int32Array, keys: Float32Array, values: Float32Array) {
    this.at(sequence).insert(layer, 0, positions, keys, values)
  }
  keys(layer: number, sequence: number, head: number, first: number, count: number) {
    return this.at(sequence).keys(layer, 0, head, first, count)
  }
  values(layer: number, sequence: number, head: number, first: number, count: number) {
    return this.at(sequence).values(layer, 0, head, first, count)
  }
  reset(sequence: number) {
    this.at(sequence).reset(0)
  }
}
