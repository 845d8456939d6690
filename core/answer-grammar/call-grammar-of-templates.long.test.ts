import { Template } from '@huggingface/jinja'
import { describe, expect, it } from 'vitest'
import { bundledTemplates } from '../../native-models/template/testing/bundled-templates'
import { probeTemplate } from '../answer-syntax/derive/probe-template'
import { syntaxOf } from '../answer-syntax/derive/syntax-of'
import type { Render } from '../answer-syntax/render'
import { calls, roundTrip } from '../answer-syntax/testing/round-trip'
import { Matcher } from '../grammar/testing/matcher'
import { callGrammarOf } from './call-grammar'
import { tools } from './testing/two-tools'

/** Line breaks, lists and code blocks that these templates write are not in the syntax that is derived from them. */
const notAccepted = [
  'Cohere2MoE',
  'CohereForAI-c4ai-command-r-plus-tool_use',
  'CohereForAI-c4ai-command-r7b-12-2024-tool_use',
  'MiniMax-M2',
  'MiniMax-M3',
  'NVIDIA-Nemotron-Nano-v2',
  'Qwen-QwQ-32B',
  'deepseek-ai-DeepSeek-R1-Distill-Llama-8B',
  'deepseek-ai-DeepSeek-R1-Distill-Qwen-32B',
  'deepseek-ai-DeepSeek-V3.2',
  'deepseek-ai-DeepSeek-V4',
  'deepseek-ai-DeepSeek-V4-Flash-0731',
  'llama-cpp-deepseek-r1',
  'meetkai-functionary-medium-v3.2',
  'muse-glimmer',
  'openai-gpt-oss-120b',
]

/** `answer` also has the markers that end the reasoning and the turn, so any part of it may be the calls. */
function acceptsPartOf(matcher: Matcher, answer: string): boolean {
  const [lastStart, firstEnd] = [answer.indexOf('get_weather'), answer.indexOf('Rome') + 'Rome'.length]
  for (let from = 0; from <= lastStart; from++)
    for (let to = answer.length; to >= firstEnd; to--) if (matcher.accepts(answer.slice(from, to))) return true
  return false
}

describe('the grammar of tool calls', () => {
  it('accepts the calls as the templates of the bundle write them, except for sixteen', async ({ skip }) => {
    const templates = bundledTemplates()
    if (typeof templates === 'string') return skip(templates)
    const refused: string[] = []
    let accepted = 0
    for (const [name, source] of templates) {
      const template = new Template(source)
      const render: Render = async (variables) => {
        try {
          return { text: template.render(JSON.parse(JSON.stringify(variables))) }
        } catch {
          return { failed: 'threw' }
        }
      }
      const can = await probeTemplate(render)
      const syntax = await syntaxOf(render, source)
      const trip = syntax.calls && can.toolCalls ? await roundTrip(render, syntax, can.needs, calls.slice(1)) : null
      if (!syntax.calls || !trip) continue
      const grammar = callGrammarOf(syntax.calls, tools, true)
      if (grammar && acceptsPartOf(new Matcher(grammar.gbnf), trip.answer)) accepted++
      else refused.push(name)
    }
    expect(refused.sort()).toEqual(notAccepted)
    expect(accepted).toBe(39)
  })
})
