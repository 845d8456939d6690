import { readFile, writeFile } from 'node:fs/promises'
import { text, types, u32, u64 } from '../../core/gguf/testing/header-bytes'

/** The alignment of tensor data. */
const alignmentBytes = 32
/** Before the metadata: magic, version and two counts. */
const startBytes = 24

export const u32Entry = (key: string, value: number): number[] => [...text(key), ...u32(types.u32), ...u32(value)]
export const boolEntry = (key: string, value: boolean): number[] => [...text(key), ...u32(types.bool), value ? 1 : 0]
const textEntry = (key: string, value: string): number[] => [...text(key), ...u32(types.str), ...text(value)]

/** Writes a copy of a GGUF file that has these entries, too. */
export async function addMetadata(from: string, to: string, entries: readonly (readonly number[])[]): Promise<void> {
  const file = await readFile(from)
  const added = entries.flat()
  const rest = (added.length + textEntry('test.filler', '').length) % alignmentBytes
  // The tensor data stay aligned.
  const filler = textEntry('test.filler', ' '.repeat((alignmentBytes - rest) % alignmentBytes))
  const counts = Buffer.concat([file.subarray(0, 16), Buffer.from(u64(file.readBigUInt64LE(16) + BigInt(entries.length + 1)))])
  await writeFile(to, Buffer.concat([counts, Buffer.from([...added, ...filler]), file.subarray(startBytes)]))
}
