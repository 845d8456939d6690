/** Source: `gguf_init_from_reader` in ggml/src/gguf.cpp, llama.cpp v0.4.0. */
import type { ByteWindow } from './byte-window'
import type { GgufArray, GgufScalar, GgufValue } from './header'
import { largeCount, legible, Malformed } from './malformed'
import { decodeText, maxLength, takeTextLength } from './read-text'

/** Long enough for per-layer values, too short for vocabularies. */
export const keptArrayElements = 16_384
export const keptTextBytes = 1 << 20
/** Real models need less than 1 MiB. */
const keptBytes = 1 << 24
const elementCostBytes = 16
/** The specification's limit, which llama.cpp does not check. Source: docs/gguf.md in ggml. */
const maxKeyBytes = 0xffff
const maxHeadBytes = 8 + maxKeyBytes + 4 + 4 + 8

interface ElementType {
  readonly name: string
  readonly bytes: number
  readonly read: (window: ByteWindow) => GgufScalar
}
const elementTypes: Readonly<Record<number, ElementType>> = {
  0: { name: 'u8', bytes: 1, read: (w) => w.u8() },
  1: { name: 'i8', bytes: 1, read: (w) => w.i8() },
  2: { name: 'u16', bytes: 2, read: (w) => w.u16() },
  3: { name: 'i16', bytes: 2, read: (w) => w.i16() },
  4: { name: 'u32', bytes: 4, read: (w) => w.u32() },
  5: { name: 'i32', bytes: 4, read: (w) => w.i32() },
  6: { name: 'f32', bytes: 4, read: (w) => w.f32() },
  7: { name: 'bool', bytes: 1, read: (w) => w.i8() !== 0 },
  10: { name: 'u64', bytes: 8, read: (w) => w.u64() },
  11: { name: 'i64', bytes: 8, read: (w) => w.i64() },
  12: { name: 'f64', bytes: 8, read: (w) => w.f64() },
}
/**
 * llama.cpp throws if `split.count` has another type, and reads a later part's `split.no` unchecked.
 *
 * Source: `gguf_init_from_reader`; `GKV::get_kv` in src/llama-model-loader.cpp.
 */
const fixedTypes: ReadonlyMap<string, { readonly id: number; readonly name: string }> = new Map([
  ['general.alignment', { id: 4, name: 'u32' }],
  ['split.no', { id: 2, name: 'u16' }],
  ['split.count', { id: 2, name: 'u16' }],
  ['split.tensors.count', { id: 5, name: 'i32' }],
])
const stringType = 8
const arrayType = 9

export async function readMetadata(window: ByteWindow, count: number, keptTexts: readonly string[] = []): Promise<Map<string, GgufValue>> {
  const metadata = new Map<string, GgufValue>()
  const budget = new Budget(window)
  for (let i = 0; i < count; i++) {
    await window.fill(maxHeadBytes)
    const key = takeKey(window, i)
    if (metadata.has(key)) throw new Malformed({ kind: 'key-twice', key: legible(key) }, window.offset)
    budget.spend(key.length)
    metadata.set(key, await readValue(window, key, budget, keptTexts.includes(key)))
  }
  return metadata
}

class Budget {
  private leftBytes = keptBytes
  constructor(private readonly window: ByteWindow) {}
  spend(bytes: number): void {
    this.leftBytes -= bytes
    if (this.leftBytes < 0) throw new Malformed({ kind: 'metadata-size', limitBytes: keptBytes }, this.window.offset)
  }
}

function takeKey(window: ByteWindow, index: number): string {
  const count = takeTextLength(window)
  if (count === 0) throw new Malformed({ kind: 'key-missing', entry: index }, window.offset)
  if (count > maxKeyBytes) throw new Malformed({ kind: 'key-length', entry: index, bytes: count }, window.offset)
  const bytes = window.take(count)
  // llama.cpp would cut the key off at the zero byte.
  if (bytes.includes(0)) throw new Malformed({ kind: 'key-with-zero', entry: index }, window.offset)
  return decodeText(bytes)
}

async function readValue(window: ByteWindow, key: string, budget: Budget, keepTexts: boolean): Promise<GgufValue> {
  window.demand(4)
  const type = window.u32()
  const fixed = fixedTypes.get(key)
  if (fixed && type !== fixed.id) throw new Malformed({ kind: 'other-type', key, type, expected: fixed.name }, window.offset)
  if (type === stringType) return readTextValue(window, budget)
  if (type === arrayType) return readArray(window, key, budget, keepTexts)
  const element = elementTypes[type]
  if (!element) throw new Malformed({ kind: 'unknown-type', key: legible(key), type }, window.offset)
  window.demand(element.bytes)
  return element.read(window)
}

async function readTextValue(window: ByteWindow, budget: Budget): Promise<GgufValue> {
  const count = takeTextLength(window)
  if (count > keptTextBytes) {
    window.skip(count)
    return { elementType: 'u8', length: count, values: null }
  }
  budget.spend(count)
  await window.fill(count)
  return decodeText(window.take(count))
}

async function readArray(window: ByteWindow, key: string, budget: Budget, keepTexts: boolean): Promise<GgufArray> {
  window.demand(12)
  const type = window.u32()
  const length = window.length()
  if (length > maxLength) throw new Malformed({ kind: 'array-length', key: legible(key), elements: largeCount(length) }, window.offset)
  if (type === stringType && keepTexts) return { elementType: 'str', length, values: await readTexts(window, length, budget) }
  if (type === stringType) {
    await skipTexts(window, length)
    return { elementType: 'str', length, values: null }
  }
  const element = elementTypes[type]
  if (!element) throw new Malformed({ kind: 'unknown-array-type', key: legible(key), type }, window.offset)
  if (length > keptArrayElements) {
    window.skip(length * element.bytes)
    return { elementType: element.name, length, values: null }
  }
  window.demand(length * element.bytes)
  budget.spend(length * elementCostBytes)
  await window.fill(length * element.bytes)
  return { elementType: element.name, length, values: Array.from({ length }, () => element.read(window)) }
}

async function readTexts(window: ByteWindow, length: number, budget: Budget): Promise<readonly string[]> {
  window.demand(length * 8)
  const texts: string[] = []
  for (let i = 0; i < length; i++) {
    await window.fill(8)
    const bytes = takeTextLength(window)
    budget.spend(bytes + elementCostBytes)
    await window.fill(bytes)
    texts.push(decodeText(window.take(bytes)))
  }
  return texts
}

async function skipTexts(window: ByteWindow, length: number): Promise<void> {
  window.demand(length * 8)
  let left = length - window.skipTexts(length, maxLength)
  while (left > 0) {
    await window.fill(8)
    window.skip(takeTextLength(window))
    left -= 1 + window.skipTexts(left - 1, maxLength)
  }
}
