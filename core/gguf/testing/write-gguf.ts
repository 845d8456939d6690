import { ggmlType, rowBytes } from '../ggml-types'

type ScalarType = 'u8' | 'i8' | 'u16' | 'i16' | 'u32' | 'i32' | 'f32' | 'bool' | 'str' | 'u64' | 'i64' | 'f64'
type Scalar = string | number | bigint | boolean
export type MetadataEntry =
  | readonly [key: string, type: ScalarType, value: Scalar]
  | readonly [key: string, type: 'arr', elementType: ScalarType, values: readonly Scalar[]]

export interface TensorEntry {
  readonly name: string
  readonly type: string
  /** Row length first. */
  readonly shape: readonly number[]
}

export interface GgufPlan {
  readonly version?: number
  readonly metadata: readonly MetadataEntry[]
  readonly tensors: readonly TensorEntry[]
}

export interface WrittenHeader {
  /** With padding. */
  readonly bytes: Uint8Array
  readonly tensorRanges: readonly { readonly offset: number; readonly bytes: number }[]
  /** With padding. */
  readonly fileBytes: number
}

const defaultAlignmentBytes = 32
const typeIds: Readonly<Record<ScalarType | 'arr', number>> = {
  u8: 0,
  i8: 1,
  u16: 2,
  i16: 3,
  u32: 4,
  i32: 5,
  f32: 6,
  bool: 7,
  str: 8,
  arr: 9,
  u64: 10,
  i64: 11,
  f64: 12,
}

export function writeGgufHeader(plan: GgufPlan): WrittenHeader {
  const out = new Growing()
  const alignmentBytes = alignmentOf(plan)
  out.raw(new TextEncoder().encode('GGUF'))
  out.u32(plan.version ?? 3)
  out.u64(plan.tensors.length)
  out.u64(plan.metadata.length)
  for (const entry of plan.metadata) {
    out.text(entry[0])
    out.u32(typeIds[entry[1]])
    if (entry[1] === 'arr') {
      const [, , elementType, values] = entry
      out.u32(typeIds[elementType])
      out.u64(values.length)
      for (const value of values) out.scalar(elementType, value)
    } else out.scalar(entry[1], entry[2])
  }
  let offset = 0
  const relative = plan.tensors.map((tensor) => {
    const type = ggmlType(tensor.type)
    const rows = tensor.shape.slice(1).reduce((product, size) => product * size, 1)
    const bytes = rowBytes(type, tensor.shape[0] ?? 1) * rows
    out.text(tensor.name)
    out.u32(tensor.shape.length)
    for (const size of tensor.shape) out.u64(size)
    out.u32(type.id)
    out.u64(offset)
    const range = { offset, bytes }
    offset += pad(bytes, alignmentBytes)
    return range
  })
  out.padTo(alignmentBytes)
  const bytes = out.bytes()
  return {
    bytes,
    tensorRanges: relative.map((range) => ({ ...range, offset: range.offset + bytes.length })),
    fileBytes: bytes.length + offset,
  }
}

function alignmentOf(plan: GgufPlan): number {
  const entry = plan.metadata.find(([key]) => key === 'general.alignment')
  return entry && entry[1] === 'u32' ? Number(entry[2]) : defaultAlignmentBytes
}

const pad = (bytes: number, alignmentBytes: number): number => Math.ceil(bytes / alignmentBytes) * alignmentBytes

class Growing {
  private buffer = new Uint8Array(1 << 16)
  private length = 0

  room(count: number): DataView {
    if (this.length + count > this.buffer.length) {
      const grown = new Uint8Array(Math.max(this.buffer.length * 2, this.length + count))
      grown.set(this.buffer)
      this.buffer = grown
    }
    const view = new DataView(this.buffer.buffer, this.length, count)
    this.length += count
    return view
  }
  raw(bytes: Uint8Array): void {
    this.room(bytes.length)
    this.buffer.set(bytes, this.length - bytes.length)
  }
  u32(value: number): void {
    this.room(4).setUint32(0, value, true)
  }
  u64(value: number | bigint): void {
    this.room(8).setBigUint64(0, BigInt(value), true)
  }
  text(text: string): void {
    const bytes = new TextEncoder().encode(text)
    this.u64(bytes.length)
    this.raw(bytes)
  }
  scalar(type: ScalarType, value: Scalar): void {
    if (type === 'str') this.text(String(value))
    else writers[type](this, value)
  }
  padTo(alignment: number): void {
    this.room((alignment - (this.length % alignment)) % alignment)
  }
  bytes(): Uint8Array {
    return this.buffer.slice(0, this.length)
  }
}

type Writer = (out: Growing, value: Scalar) => void
const big = (value: Scalar): bigint => BigInt(value as number | bigint)
const writers: Readonly<Record<Exclude<ScalarType, 'str'>, Writer>> = {
  bool: (out, value) => out.room(1).setUint8(0, value ? 1 : 0),
  u8: (out, value) => out.room(1).setUint8(0, Number(value)),
  i8: (out, value) => out.room(1).setInt8(0, Number(value)),
  u16: (out, value) => out.room(2).setUint16(0, Number(value), true),
  i16: (out, value) => out.room(2).setInt16(0, Number(value), true),
  u32: (out, value) => out.room(4).setUint32(0, Number(value), true),
  i32: (out, value) => out.room(4).setInt32(0, Number(value), true),
  f32: (out, value) => out.room(4).setFloat32(0, Number(value), true),
  f64: (out, value) => out.room(8).setFloat64(0, Number(value), true),
  u64: (out, value) => out.room(8).setBigUint64(0, big(value), true),
  i64: (out, value) => out.room(8).setBigInt64(0, big(value), true),
}
