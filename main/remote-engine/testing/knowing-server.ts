/** What a stand-in for a server answers to the prompts of a comparison: it finds every passkey, calls the right tool and writes the right JSON. */
import { schemaPrompts } from '../../../core/compare/suite/schema-prompts'
import { toolPrompts } from '../../../core/compare/suite/tool-prompts'
import type { LlamaOptions } from './made-llama-server'
import type { Asked } from './made-server'

const lastPrompt = ({ body }: Asked): string => String(body.messages.at(-1)?.content ?? '')

const lengthOf = ({ body }: Asked): number => JSON.stringify(body.messages).split(/\s+/).length

export const knowingServer: Pick<LlamaOptions, 'words' | 'calls' | 'between' | 'promptTokens'> = {
  words(asked) {
    const prompt = lastPrompt(asked)
    const json = schemaPrompts.find(({ text }) => text === prompt)?.expected
    if (json) return [JSON.stringify(json)]
    const key = /What is the code of the (.+)\?$/.exec(prompt)?.[1]
    const code = key && new RegExp(`The code of the ${key} is (\\d+)`).exec(prompt)?.[1]
    if (code) return ['It is ', code, '.']
    return Array.from({ length: asked.body.max_tokens }, (_, at) => `word${at} `)
  },
  calls(asked) {
    const found = asked.body.tools && toolPrompts.find(({ text }) => text === lastPrompt(asked))
    return found
      ? [{ index: 0, id: 'call', type: 'function', function: { name: found.tool, arguments: JSON.stringify(found.arguments) } }]
      : []
  },
  /** A token every few milliseconds, so that there are gaps to measure. */
  between: () => new Promise((resolve) => setTimeout(resolve, 2)),
  promptTokens: (asked) => ({ total: lengthOf(asked) + 12, cached: 12 }),
}
