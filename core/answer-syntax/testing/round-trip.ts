/** Renders an answer, cuts out what the model would write, and parses that. */
import type { ChatMessage, ChatPart, ToolDefinition } from '../messages'
import { AnswerParser } from '../parse/answer-parser'
import type { Render } from '../render'
import type { AnswerSyntax } from '../syntax'
import { type TemplateNeeds, templateVariables } from '../template-variables'
import { type AnswerPart, AnswerParts } from './answer-parts'

const tools: readonly ToolDefinition[] = [
  {
    name: 'get_weather',
    description: 'Weather of a city',
    parameters: {
      type: 'object',
      properties: { city: { type: 'string', description: 'City' }, days: { type: 'integer', description: 'Days' } },
      required: ['city'],
    },
  },
]

const question = 'What is the weather?'
const user: ChatMessage = { role: 'user', parts: [{ type: 'text', text: question }] }
export const text: ChatPart = { type: 'text', text: 'Sunny, 20 °C.' }
export const reasoning: ChatPart = { type: 'reasoning', text: 'Paris, then.' }
export const calls: readonly ChatPart[] = [
  { type: 'tool-call', id: 'call00001', name: 'get_weather', arguments: '{"city":"Paris <b>, \\"x\\"","days":3}' },
  { type: 'tool-call', id: 'call00002', name: 'get_weather', arguments: '{"city":"Rome"}' },
]

interface RoundTrip {
  /** The answer as the template writes it, without what the prompt already has. */
  readonly answer: string
  readonly parts: readonly AnswerPart[]
  /** Parts in the order of the answer, without parts that the template doesn't write. */
  readonly expected: readonly string[]
  readonly found: readonly string[]
}

/** null: the template can't render the answer. */
export async function roundTrip(
  render: Render,
  syntax: AnswerSyntax,
  needs: TemplateNeeds,
  parts: readonly ChatPart[],
): Promise<RoundTrip | null> {
  for (const used of [tools, []]) {
    const rendered = async (messages: readonly ChatMessage[], addGenerationPrompt: boolean): Promise<string | null> => {
      const variables = templateVariables(
        { messages, tools: used, addGenerationPrompt, bosToken: '<bos>', eosToken: '<eos>', settings: { datetime: 'Jan 01 2025' } },
        needs,
      )
      const result = await render(variables)
      return 'text' in result ? result.text : null
    }
    const [full, prompt] = [await rendered([user, { role: 'assistant', parts }], false), await rendered([user], true)]
    if (full === null || prompt === null) continue
    let shared = 0
    while (shared < full.length && full[shared] === prompt[shared]) shared++
    const from = full.lastIndexOf(question) + question.length
    const answer = full.slice(Math.max(from, shared))
    const parser = new AnswerParser(syntax, { prompt: full.slice(from, Math.max(from, shared)), tools })
    const found = new AnswerParts()
    for (let at = 0; at < answer.length; at += 3) found.add(parser.push(answer.slice(at, at + 3)))
    found.add(parser.end())
    return { answer, parts: found.parts, expected: expectedOf(answer, parts), found: found.parts.flatMap(shown) }
  }
  return null
}

const expectedOf = (answer: string, parts: readonly ChatPart[]): string[] =>
  parts
    .map((part, index) => ({
      part,
      at: part.type === 'tool-call' ? answer.indexOf(part.name) + index / 100 : answer.indexOf(textIn(part)),
    }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at)
    .map(({ part }) => (part.type === 'tool-call' ? `call ${part.name} ${part.arguments}` : `${part.type} ${textIn(part)}`))

const textIn = (part: ChatPart): string => ('text' in part ? part.text : '')

const shown = (part: AnswerPart): string[] => {
  if (part.type === 'markup') return []
  return [part.type === 'tool-call' ? `call ${part.name} ${JSON.stringify(JSON.parse(part.arguments))}` : `${part.type} ${part.raw.trim()}`]
}
