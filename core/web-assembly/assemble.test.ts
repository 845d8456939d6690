import { describe, expect, it } from 'vitest'
import { assemble } from './assemble'
import { wasm } from './web-assembly'

const nothing = { parameters: [], locals: {}, body: '' }

describe('the assembler', () => {
  it('reports an unknown instruction or local by its name', () => {
    const text = (body: string) => () => assemble({ parameters: ['a'], locals: {}, body })
    expect(text('i64.add')).toThrow('Expected an instruction of the table, got i64.add')
    expect(text('local.get b')).toThrow('Expected a local of a; got b')
  })
  it('writes numbers as signed LEB128: 63 takes one byte and 64 takes two, because bit 6 is the sign', () => {
    const constant = (value: number) => {
      const bytes = [...assemble({ ...nothing, locals: { a: 'i32' }, body: `i32.const ${value}\nlocal.set a` })]
      // Between i32.const (0x41) and local.set (0x21) of the body.
      return bytes.slice(bytes.lastIndexOf(0x41) + 1, bytes.lastIndexOf(0x21))
    }
    expect([constant(63), constant(64), constant(128)]).toEqual([[0x3f], [0xc0, 0x00], [0x80, 0x01]])
  })
  it('imports memory that threads share, with a fixed size', () => {
    const memory = new wasm.Memory({ initial: 2, maximum: 2, shared: true })
    expect(new wasm.Instance(new wasm.Module(assemble(nothing, 2)), { env: { memory } }).exports.run).toBeTypeOf('function')
    expect(() => new wasm.Instance(new wasm.Module(assemble(nothing, 1)), { env: { memory } })).toThrow()
  })
})
