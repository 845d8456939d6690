/** Conversations with words that no template contains, so that the rendered text shows what the template adds. */
import type { ChatMessage, ChatPart, ToolDefinition } from '../messages'
import { defaultNeeds, type PromptInput, type TemplateNeeds, type TemplateVariables, templateVariables } from '../template-variables'

export const words = {
  system: 'qsystemq',
  user: 'quserq',
  text: 'qtextq',
  reasoning: 'qreasonq',
  result: 'qresultq',
  tool: 'xalphax',
  otherTool: 'wbravow',
  // In alphabetical order, because some templates sort the keys.
  key: 'jfirstj',
  otherKey: 'ksecondk',
  value: 'vthirdv',
  otherValue: 'ufourthu',
  // Mistral's templates refuse IDs that are not nine letters or digits.
  id: 'ida11111a',
  otherId: 'bid2222b2',
} as const

const toolNamed = (name: string): ToolDefinition => ({
  name,
  description: 'A tool',
  parameters: {
    type: 'object',
    properties: { [words.key]: { type: 'string', description: 'Text' }, [words.otherKey]: { type: 'string', description: 'Text' } },
    required: [words.key],
  },
})

export const tools = [toolNamed(words.tool), toolNamed(words.otherTool)]

export const says = (role: 'system' | 'user', text: string): ChatMessage => ({ role, parts: [{ type: 'text', text }] })
export const answers = (...parts: readonly ChatPart[]): ChatMessage => ({ role: 'assistant', parts })
export const text: ChatPart = { type: 'text', text: words.text }
export const reasoning: ChatPart = { type: 'reasoning', text: words.reasoning }
export const user = says('user', words.user)

export const call = (args: unknown, name: string = words.tool, id: string = words.id): ChatPart => ({
  type: 'tool-call',
  id,
  name,
  arguments: JSON.stringify(args),
})
export const result: ChatMessage = { role: 'tool', parts: [{ type: 'tool-result', id: words.id, name: words.tool, text: words.result }] }

export const variablesOf = (
  messages: readonly ChatMessage[],
  options: Partial<PromptInput> = {},
  needs: TemplateNeeds = defaultNeeds,
): TemplateVariables =>
  templateVariables(
    {
      messages,
      addGenerationPrompt: false,
      bosToken: '<bos>',
      eosToken: '<eos>',
      ...options,
      settings: { datetime: 'Jan 01 2025', ...options.settings },
    },
    needs,
  )
