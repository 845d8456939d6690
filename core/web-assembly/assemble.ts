/**
 * Assembles WebAssembly text with one instruction per line, one function and one imported memory.
 * Source: WebAssembly 2.0, https://webassembly.github.io/spec/core/binary/
 */
type Immediate = 'none' | 'local' | 'depth' | 'number' | 'memory' | 'lane' | 'block'

const instructions: Readonly<Record<string, readonly [opcode: readonly number[], immediate: Immediate]>> = {
  loop: [[0x03], 'block'],
  end: [[0x0b], 'none'],
  br_if: [[0x0d], 'depth'],
  'local.get': [[0x20], 'local'],
  'local.set': [[0x21], 'local'],
  'local.tee': [[0x22], 'local'],
  'i32.const': [[0x41], 'number'],
  'i32.lt_u': [[0x49], 'none'],
  'i32.add': [[0x6a], 'none'],
  'i32.mul': [[0x6c], 'none'],
  'f32.store': [[0x38], 'memory'],
  'f32.add': [[0x92], 'none'],
  'v128.load': [[0xfd, 0x00], 'memory'],
  'v128.store': [[0xfd, 0x0b], 'memory'],
  'i32x4.splat': [[0xfd, 0x11], 'none'],
  'f32x4.extract_lane': [[0xfd, 0x1f], 'lane'],
  'f32x4.add': [[0xfd, 0xe4, 0x01], 'none'],
  'f32x4.mul': [[0xfd, 0xe6, 0x01], 'none'],
  'f64x2.add': [[0xfd, 0xf0, 0x01], 'none'],
  'f64x2.mul': [[0xfd, 0xf2, 0x01], 'none'],
}
const valueTypes = { i32: 0x7f, v128: 0x7b } as const

export interface KernelText {
  /** Parameter names in order, all of type i32. */
  readonly parameters: readonly string[]
  readonly locals: Readonly<Record<string, keyof typeof valueTypes>>
  readonly body: string
}

/** The module imports `env.memory` and exports `run`. `sharedPages`: exact size of a memory that threads share. */
export function assemble({ parameters, locals, body }: KernelText, sharedPages?: number): Uint8Array<ArrayBuffer> {
  const names = [...parameters, ...Object.keys(locals)]
  const lines = body.split('\n').map((line) => line.replace(/;;.*/, '').trim())
  const code = lines.filter((line) => line !== '').flatMap((line) => encode(line, names))
  const localTypes = Object.values(locals).map((type) => [1, valueTypes[type]])
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, list([[0x60, ...list(parameters.map(() => [valueTypes.i32])), 0]])),
    ...section(2, list([[...name('env'), ...name('memory'), 0x02, ...limits(sharedPages)]])),
    ...section(3, list([[0]])),
    ...section(7, list([[...name('run'), 0x00, 0]])),
    ...section(10, list([sized([...list(localTypes), ...code, 0x0b])])),
  ])
}

function encode(line: string, names: readonly string[]): number[] {
  const [instruction = '', operand = ''] = line.split(/\s+/)
  const known = instructions[instruction]
  if (!known) throw new Error(`Expected an instruction of the table, got ${line}`)
  const [opcode, immediate] = known
  return [...opcode, ...encodeImmediate(immediate, operand, names)]
}

function encodeImmediate(immediate: Immediate, operand: string, names: readonly string[]): number[] {
  switch (immediate) {
    case 'none':
      return []
    case 'block':
      return [0x40]
    case 'local':
      if (!names.includes(operand)) throw new Error(`Expected a local of ${names.join(', ')}; got ${operand}`)
      return unsigned(names.indexOf(operand))
    case 'number':
      return signed(Number(operand))
    case 'memory':
      // Aligned to 4 bytes; the operand is an offset.
      return [2, ...unsigned(Number(operand))]
    default:
      return unsigned(Number(operand))
  }
}

/** LEB128: seven bits per byte, lowest first. The top bit means that more bytes follow. */
function unsigned(value: number): number[] {
  const low = value & 0x7f
  return value < 0x80 ? [low] : [low | 0x80, ...unsigned(value >>> 7)]
}
/** Bit 6 of the last byte is the sign. */
function signed(value: number): number[] {
  const low = value & 0x7f
  return value >= -64 && value < 64 ? [low] : [low | 0x80, ...signed(value >> 7)]
}
/** Unshared memory has at least 0 pages. Shared memory has a minimum and a maximum. */
const limits = (sharedPages: number | undefined): number[] =>
  sharedPages === undefined ? [0x00, 0] : [0x03, ...unsigned(sharedPages), ...unsigned(sharedPages)]
const sized = (bytes: readonly number[]): number[] => [...unsigned(bytes.length), ...bytes]
const section = (id: number, bytes: readonly number[]): number[] => [id, ...sized(bytes)]
const list = (items: readonly (readonly number[])[]): number[] => [...unsigned(items.length), ...items.flat()]
const name = (text: string): number[] => sized([...text].map((letter) => letter.charCodeAt(0)))
