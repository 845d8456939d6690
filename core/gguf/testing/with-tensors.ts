import { tensor } from './header-bytes'

export interface TensorData {
  readonly name: string
  /** Row length first. */
  readonly shape: readonly number[]
  readonly typeId: number
  readonly data: Uint8Array
}

/** A file with these tensors. `start` is everything before the first tensor's entry: the counts and the metadata. */
export function withTensors(start: Uint8Array, tensors: readonly TensorData[], alignmentBytes: number): Buffer {
  const padding = (length: number) => Buffer.alloc((alignmentBytes - (length % alignmentBytes)) % alignmentBytes)
  const entries: Buffer[] = []
  const parts: Uint8Array[] = []
  let offset = 0
  for (const { name, shape, typeId, data } of tensors) {
    const after = padding(data.length)
    entries.push(Buffer.from(tensor(name, shape, typeId, offset)))
    parts.push(data, after)
    offset += data.length + after.length
  }
  const header = Buffer.concat([start, ...entries])
  return Buffer.concat([header, padding(header.length), ...parts])
}
