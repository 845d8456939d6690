import type { Random } from '../../stats/seeded-random'

const below = (random: Random, limit: number): number => Math.floor(random() * limit)
const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[below(random, choices.length)] as T

const absurd: readonly bigint[] = [
  ...[0n, 1n, 63n, 64n, 4096n, 4097n, 16_384n, 65_535n, 65_536n, 2n ** 20n, 2n ** 20n + 1n, 2n ** 30n - 1n, 2n ** 30n, 2n ** 30n + 1n],
  ...[
    2n ** 31n - 1n,
    2n ** 31n,
    2n ** 32n - 1n,
    2n ** 32n,
    2n ** 53n - 1n,
    2n ** 53n,
    2n ** 61n,
    2n ** 63n - 1n,
    2n ** 63n,
    2n ** 64n - 1n,
  ],
]

/** Applies one to three mutations. A splice copies bytes from `other`. */
export function mutated(random: Random, good: Uint8Array, other: Uint8Array): Uint8Array {
  let bytes = good.slice()
  for (let left = 1 + below(random, 3); left > 0; left--) bytes = oneOf(random, mutations)(random, bytes, other)
  return bytes
}

type Mutation = (random: Random, bytes: Uint8Array<ArrayBuffer>, other: Uint8Array) => Uint8Array<ArrayBuffer>
const somewhere = (random: Random, bytes: Uint8Array): number => below(random, random() < 0.5 ? Math.min(bytes.length, 1024) : bytes.length)

const flipBit: Mutation = (random, bytes) => {
  const at = somewhere(random, bytes)
  bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8))
  return bytes
}
const truncate: Mutation = (random, bytes) => bytes.slice(0, somewhere(random, bytes))
const splice: Mutation = (random, bytes, other) => {
  const from = somewhere(random, other)
  const part = other.subarray(from, from + below(random, 256))
  const at = somewhere(random, bytes)
  const tail = bytes.subarray(at + (random() < 0.5 ? part.length : 0))
  const joined = new Uint8Array(at + part.length + tail.length)
  joined.set(bytes.subarray(0, at))
  joined.set(part, at)
  joined.set(tail, at + part.length)
  return joined
}
const lieAboutLength: Mutation = (random, bytes) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = somewhere(random, bytes); at + 8 <= bytes.length; at++) {
    if (view.getUint32(at + 4, true) !== 0 || view.getUint32(at, true) > 0xffff) continue
    view.setBigUint64(at, oneOf(random, absurd), true)
    break
  }
  return bytes
}
const mutations: readonly Mutation[] = [flipBit, flipBit, truncate, splice, lieAboutLength, lieAboutLength]

/** `lies` is the probability that a field is wrong. */
export function grammarMade(random: Random, lies: number): Uint8Array {
  const out = new Fields(random, lies)
  const metadata = below(random, 12)
  const tensors = below(random, 6)
  out.raw('GGUF')
  out.u32(oneOf(random, [2, 3]))
  out.u64(tensors)
  out.u64(metadata)
  for (let i = 0; i < metadata; i++) writeEntry(out, random, i)
  writeTensors(out, random, tensors, lies)
  return out.bytes()
}

const fixedTypes: ReadonlyMap<string, number> = new Map([
  ['general.alignment', 4],
  ['split.no', 2],
  ['split.count', 2],
  ['split.tensors.count', 5],
])

function writeEntry(out: Fields, random: Random, index: number): void {
  const keys = ['general.architecture', ...fixedTypes.keys(), 'llama.block_count', 'a', 'é', '', 'x\0y', '\ufeffb']
  const key = random() < 0.8 ? `key.${index}` : oneOf(random, keys)
  out.text(key)
  const type = (random() < 0.9 ? fixedTypes.get(key) : undefined) ?? below(random, 13)
  out.u32(type)
  if (type !== 9) {
    writeScalar(out, random, type, key)
    return
  }
  const element = oneOf(random, [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12])
  const length = oneOf(random, [0, 1, 7, 300])
  out.u32(element)
  out.u64(length)
  for (let i = 0; i < length; i++) writeScalar(out, random, element, key)
}

const scalarBytes: readonly number[] = [1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8]
function writeScalar(out: Fields, random: Random, type: number, key: string): void {
  if (type === 8) out.text('text '.repeat(below(random, 4)))
  else if (key === 'general.alignment') out.u32(oneOf(random, [1, 8, 32, 64, 4096]))
  else {
    // 0xff bytes: NaN as a float, -1 as a signed integer, neither 0 nor 1 as a bool.
    const fill = random() < 0.05 ? 0xff : undefined
    for (let left = scalarBytes[type] ?? 0; left > 0; left--) out.u8(fill ?? below(random, 256))
  }
}

function writeTensors(out: Fields, random: Random, count: number, lies: number): void {
  let offset = 0
  let before = 0
  for (let i = 0; i < count; i++) {
    out.text(random() < 0.95 ? `blk.${i}.weight` : 'n'.repeat(60 + below(random, 8)))
    const shape = Array.from({ length: below(random, 5) }, () => oneOf(random, [0, 1, 3, 8, 32, 256]))
    out.u32(shape.length)
    for (const size of shape) out.u64(size)
    out.u32(0)
    out.u64(random() < lies ? oneOf(random, [0, before]) : offset)
    before = offset
    offset += Math.ceil((shape.reduce((product, size) => product * size, 1) * 4) / 32) * 32
  }
  if (random() < 0.9) out.raw('\0'.repeat(4096))
}

class Fields {
  private readonly out: number[] = []
  constructor(
    private readonly random: Random,
    private readonly lies: number,
  ) {}
  u8(value: number): void {
    this.out.push(value & 0xff)
  }
  u32(value: number): void {
    this.number(this.random() < this.lies ? oneOf(this.random, absurd) & 0xffff_ffffn : BigInt(value), 4)
  }
  u64(value: number): void {
    this.number(this.random() < this.lies ? oneOf(this.random, absurd) : BigInt(value), 8)
  }
  text(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.u64(bytes.length)
    // 0xff is never valid in UTF-8.
    for (const byte of bytes) this.u8(this.random() < this.lies / 8 ? 0xff : byte)
  }
  raw(text: string): void {
    for (const byte of new TextEncoder().encode(text)) this.u8(byte)
  }
  bytes(): Uint8Array {
    return Uint8Array.from(this.out)
  }
  private number(value: bigint, count: number): void {
    for (let i = 0n; i < count; i++) this.u8(Number((value >> (8n * i)) & 0xffn))
  }
}
