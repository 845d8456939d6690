import { describe, expect, it } from 'vitest'
import { toolChoiceFrom } from './tool-flags'

describe('the flags of tools', () => {
  it('choose none, any or one tool, and one or free calls', () => {
    const tools = 'tools.json'
    expect(toolChoiceFrom({ tools })).toEqual({})
    expect(toolChoiceFrom({ tools, 'tool-choice': 'required', 'no-parallel-calls': true })).toEqual({
      toolChoice: 'required',
      parallelCalls: false,
    })
    expect(toolChoiceFrom({ tools, 'tool-choice': 'get_weather', 'free-calls': true })).toEqual({
      toolChoice: { tool: 'get_weather' },
      bindCalls: false,
    })
  })

  it('need a list of tools', () => {
    expect(() => toolChoiceFrom({ 'tool-choice': 'none' })).toThrow('--tool-choice needs --tools FILE')
    expect(() => toolChoiceFrom({ 'free-calls': true })).toThrow('--free-calls needs --tools FILE')
  })
})
