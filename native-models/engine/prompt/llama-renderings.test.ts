import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { defaultSampling } from '../../../core/contract/settings/sampling'
import { bundledTemplates } from '../../template/testing/bundled-templates'
import { type Conversation, conversations, llamaRenderings, renderedAt } from '../../template/testing/llama-renderings'
import { differences, llamaRefuses, refusedTemplates, toolsAdded, toolsRefused } from '../../template/testing/rendering-differences'
import { TemplatePrompt } from './template-prompt'

const templates = bundledTemplates()
const promptOf = (name: string): Promise<TemplatePrompt> =>
  TemplatePrompt.of((typeof templates === 'string' ? undefined : templates.get(name)) ?? '', { bosToken: '<bos>', eosToken: '<eos>' })

function rendered(prompt: TemplatePrompt, { messages, tools }: Conversation): string {
  // llama.cpp sets `enable_thinking`, and no other variable that turns thinking on.
  const on = prompt.capabilities.thinking?.on ?? {}
  const settings = { ...defaultSampling, thinking: 'enable_thinking' in on ? 'on' : 'auto', tools } as const
  const segments = prompt.segments(messages, settings, { isUnsafe: () => false, endsAnswer: () => false })
  return segments.map(({ text }) => text).join('')
}

/** Replaces each text, which has to occur exactly once. */
function withReplacements(text: string, replaced: readonly (readonly [string, string])[]): string {
  return replaced.reduce((result, [from, to]) => {
    const around = result.split(from)
    expect(around, from).toHaveLength(2)
    return around.join(to)
  }, text)
}

const names = Object.keys(llamaRenderings)
const rendering = (name: string, title: string) => llamaRenderings[name]?.[title]
const titlesWithTools = [...conversations].filter(([, { tools }]) => tools.length > 0).map(([title]) => title)
const hasOtherCall = (name: string, title: string): boolean => llamaRefuses.includes(name) && title === 'call and result'

describe.skipIf(typeof templates === 'string')('a prompt compared with that of llama.cpp', () => {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: renderedAt }))
  afterAll(() => void vi.useRealTimers())

  it('exists for every bundled template and every conversation', () => {
    expect([...names].sort()).toEqual([...(templates as ReadonlyMap<string, string>).keys()].sort())
    expect(names).toEqual(expect.arrayContaining([refusedTemplates, toolsRefused, differences].flatMap(Object.keys)))
    for (const name of names) expect(Object.keys(llamaRenderings[name] ?? {})).toEqual([...conversations.keys()])
  })

  it.each(names.filter((name) => !(name in refusedTemplates)))('is the same, or differs only as the table says: %s', async (name) => {
    const prompt = await promptOf(name)
    for (const [title, conversation] of conversations) {
      const hasOtherTools = name in toolsRefused || toolsAdded.includes(name)
      if ((hasOtherTools && titlesWithTools.includes(title)) || hasOtherCall(name, title)) continue
      const difference = differences[name]
      const replaced = difference?.conversation === title ? difference.replaced : []
      expect(rendered(prompt, conversation), title).toBe(withReplacements(`${rendering(name, title)}`, replaced))
    }
  })

  it.each(Object.entries(refusedTemplates))('cannot be rendered by Headroom with the template %s: %s', async (name, error) => {
    await expect(promptOf(name)).rejects.toThrow(error)
    for (const title of conversations.keys()) expect(rendering(name, title)).toBeTypeOf('string')
  })

  it.each(Object.entries(toolsRefused))('cannot have tools in Headroom with the template %s: %s', async (name, error) => {
    const prompt = await promptOf(name)
    expect(prompt.capabilities.tools).toBe(false)
    for (const title of titlesWithTools) {
      expect(() => rendered(prompt, conversations.get(title) as Conversation)).toThrow(error)
      expect(rendering(name, title)).toContain('get_weather')
    }
  })

  it.each(toolsAdded)('has the tools that llama.cpp leaves out: %s', async (name) => {
    const prompt = await promptOf(name)
    expect(prompt.capabilities.tools).toBe(true)
    for (const title of titlesWithTools) {
      const text = rendered(prompt, conversations.get(title) as Conversation)
      const tools =
        '\n' +
        JSON.stringify(
          conversations.get(title)?.tools.map((tool) => ({ type: 'function', function: tool })),
          null,
          2,
        )
      expect(text.replace(tools, '\n'), title).toBe(rendering(name, title))
    }
  })

  it.each(llamaRefuses)('has the call and its result as text in Headroom if llama.cpp refuses them: %s', async (name) => {
    expect(rendering(name, 'call and result')).toMatchObject({ error: expect.stringContaining('roles must alternate') })
    const text = rendered(await promptOf(name), conversations.get('call and result') as Conversation)
    expect(text).toContain('user\n21 degrees, "sunny"')
    expect(text).toContain('model\n{"city":"Zürich","days":2}')
  })
})
