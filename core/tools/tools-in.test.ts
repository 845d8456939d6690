import { describe, expect, it } from 'vitest'
import { CodedError } from '../contract/errors/coded-error'
import { toolsIn } from './tools-in'

const parameters = { type: 'object', properties: { city: { type: 'string' } } }

function reasonFor(value: unknown): unknown {
  try {
    toolsIn(value)
  } catch (error) {
    if (error instanceof CodedError && error.failure.code === 'tools-invalid') return error.failure.facts.reason
    throw error
  }
  return undefined
}

describe('a list of tools', () => {
  it('is read as OpenAI writes it', () => {
    const list = [{ type: 'function', function: { name: 'weather', description: 'Reports it', parameters } }]
    expect(toolsIn(list)).toEqual([{ name: 'weather', description: 'Reports it', parameters }])
  })

  it('is read as the Model Context Protocol writes it', () => {
    expect(toolsIn({ tools: [{ name: 'weather', title: 'Weather', inputSchema: parameters }] })).toEqual([
      { name: 'weather', description: '', parameters },
    ])
  })

  it('is sorted by name, whatever the order of the list was', () => {
    const names = toolsIn(['b', 'a', 'C'].map((name) => ({ name, description: name }))).map(({ name }) => name)
    expect(names).toEqual(['C', 'a', 'b'])
  })

  it('gives a tool without parameters an object without properties', () => {
    expect(toolsIn([{ name: 'now' }])[0]?.parameters).toEqual({ type: 'object', properties: {} })
  })

  it('is refused if it is not a list', () => {
    for (const value of [null, 'tools', 7, {}, { tools: {} }]) expect(reasonFor(value)).toEqual({ kind: 'not-a-list' })
  })

  it('is refused if a tool has no usable name, and the error names the tool', () => {
    expect(reasonFor([{ name: 'fine' }, { description: 'No name' }])).toEqual({ kind: 'tool', number: 2, name: null })
    expect(reasonFor([{ name: 'with spaces' }])).toEqual({ kind: 'tool', number: 1, name: 'with spaces' })
  })

  it('is refused if the parameters of a tool are not a schema', () => {
    for (const key of ['inputSchema', 'parameters'])
      expect(reasonFor([{ name: 'now', [key]: 'none' }])).toEqual({ kind: 'tool', number: 1, name: null })
  })

  it('is refused if two tools have the same name', () => {
    expect(reasonFor([{ name: 'a' }, { name: 'a' }])).toEqual({ kind: 'name-twice', name: 'a' })
  })

  it('is refused if it has more tools than a turn can take', () => {
    const list = Array.from({ length: 257 }, (_, index) => ({ name: `t${index}` }))
    expect(reasonFor(list)).toEqual({ kind: 'too-many', tools: 257, mostTools: 256 })
  })
})
