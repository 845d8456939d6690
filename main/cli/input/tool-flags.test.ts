import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../../core/contract/errors/coded-error'
import { toolChoiceFrom, toolsFrom } from './tool-flags'

describe('the flags of tools', () => {
  it('set the tool choice, allow only one call, or leave calls unconstrained', () => {
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

  it('read a list with a byte order mark, and refuse a file that is too large', async () => {
    const file = join(mkdtempSync(join(tmpdir(), 'headroom-tools-')), 'tools.json')
    const tool = { name: 'now', description: 'The time', parameters: { type: 'object' } }
    writeFileSync(file, `\ufeff${JSON.stringify([tool])}`)
    expect(await toolsFrom({ tools: file })).toEqual([tool])
    writeFileSync(file, ' '.repeat(2 ** 23 + 1))
    expect(await toolsFrom({ tools: file }).then(() => undefined, failureOf)).toMatchObject({ code: 'file-too-large' })
  })
})
