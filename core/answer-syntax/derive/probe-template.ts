/**
 * What a chat template can do, found by rendering short conversations and looking for their words.
 *
 * Source: `caps_get` in llama.cpp's common/jinja/caps.cpp, which also watches which variables a template reads. Headroom sees only the
 * rendered text.
 */
import type { ChatMessage, JsonObject } from '../messages'
import { type Probe, probeWith, type Render } from '../render'
import { defaultNeeds, type TemplateNeeds } from '../template-variables'
import { afterUser } from './answer-text'
import { answers, call, reasoning, result, says, text, tools, user, variablesOf, words } from './examples'

export interface TemplateCapabilities {
  readonly needs: TemplateNeeds
  /** The template writes the list of tools into the prompt. */
  readonly tools: boolean
  /** It writes calls of earlier answers. */
  readonly toolCalls: boolean
  /** Several calls in one answer. */
  readonly parallelCalls: boolean
  readonly toolResults: boolean
  /** It writes the reasoning of the last answer, with or without a call. */
  readonly reasoning: boolean
  /** Whether reasoning of earlier turns stays in the prompt: `optional` if `keepReasoning` decides. */
  readonly reasoningInHistory: 'always' | 'never' | 'optional'
  readonly keepReasoning: Switch | null
  readonly thinking: Switch | null
  /** If the template takes any word, the values are low, medium and high. */
  readonly effort: { readonly variable: string; readonly values: readonly string[] } | null
}

/** The variables that turn something on and off, and what the template does without them. */
interface Switch {
  readonly on: JsonObject
  readonly off: JsonObject
  readonly default: 'on' | 'off' | 'neither'
}

export const probeTemplate = (render: Render): Promise<TemplateCapabilities> => capabilitiesWith(probeWith(render))

export async function capabilitiesWith(probe: Probe): Promise<TemplateCapabilities> {
  const systemRole = (await probe(variablesOf([says('system', words.system), user])))?.includes(words.system) ?? false
  const base = await callNeeds(probe, { ...defaultNeeds, systemRole })
  const reasoningField = await reasoningFieldOf(probe, base)
  const needs: TemplateNeeds = { ...base, reasoningField: reasoningField ?? defaultNeeds.reasoningField }
  const calls = await callTexts(probe, base)
  const calledTwice = answers(call({ [words.key]: words.value }), call({ [words.key]: words.otherValue }, words.otherTool, words.otherId))
  const both = await texts(probe, [user, calledTwice], needs)
  const results = await texts(probe, [user, answers(call({ [words.key]: words.value })), result], needs)
  return {
    needs,
    tools: [await probe(variablesOf([user], { tools }, needs))].some((prompt) => prompt?.includes(words.tool)),
    toolCalls: showsArguments(calls),
    parallelCalls: both.some((one) => one.includes(words.value) && one.includes(words.otherValue)),
    toolResults: results.some((one) => one.includes(words.result)),
    reasoning: reasoningField !== null,
    ...(await historyOf(probe, needs)),
    thinking: await thinkingOf(probe, needs),
    effort: await effortOf(probe, needs),
  }
}

async function callNeeds(probe: Probe, needs: TemplateNeeds): Promise<TemplateNeeds> {
  for (const emptyText of ['', null] as const) {
    const object: TemplateNeeds = { ...needs, emptyText }
    const string: TemplateNeeds = { ...object, arguments: 'string' }
    const [objects, strings] = [await callTexts(probe, object), await callTexts(probe, string)]
    if (showsArguments(strings) && (!showsArguments(objects) || (isEscaped(objects) && !isEscaped(strings)))) return string
    if (showsArguments(objects)) return object
  }
  return needs
}

const callTexts = (probe: Probe, needs: TemplateNeeds): Promise<string[]> =>
  texts(probe, [user, answers(call({ [words.key]: words.value }))], needs)

/** With and without a list of tools, because some templates fail with one and some without. */
async function texts(probe: Probe, messages: readonly ChatMessage[], needs: TemplateNeeds): Promise<string[]> {
  const rendered = [await probe(variablesOf(messages, { tools }, needs)), await probe(variablesOf(messages, {}, needs))]
  return rendered.filter((found) => found !== null)
}

const showsArguments = (rendered: readonly string[]): boolean => rendered.some((one) => one.includes(words.value))
const isEscaped = (rendered: readonly string[]): boolean => rendered.some((one) => one.includes(`\\"${words.value}`))

async function reasoningFieldOf(probe: Probe, needs: TemplateNeeds): Promise<TemplateNeeds['reasoningField'] | null> {
  for (const reasoningField of ['reasoning_content', 'thinking', 'reasoning'] as const)
    for (const parts of [
      [reasoning, text],
      [reasoning, call({ [words.key]: words.value })],
    ])
      for (const options of [{ tools }, {}]) {
        const rendered = await probe(variablesOf([user, answers(...parts)], options, { ...needs, reasoningField }))
        if (rendered?.includes(words.reasoning)) return reasoningField
      }
  return null
}

const keepers: readonly Omit<Switch, 'default'>[] = [
  { on: { preserve_thinking: true }, off: { preserve_thinking: false } },
  { on: { clear_thinking: false }, off: { clear_thinking: true } },
  { on: { truncate_history_thinking: false }, off: { truncate_history_thinking: true } },
  { on: { drop_thinking: false }, off: { drop_thinking: true } },
]

async function historyOf(probe: Probe, needs: TemplateNeeds): Promise<Pick<TemplateCapabilities, 'reasoningInHistory' | 'keepReasoning'>> {
  const messages = [user, answers(reasoning, text), says('user', 'Next'), answers({ type: 'text', text: 'Answer' }), says('user', 'Last')]
  const keeps = async (settings: JsonObject): Promise<boolean> =>
    (await probe(variablesOf(messages, { addGenerationPrompt: true, settings }, needs)))?.includes(words.reasoning) ?? false
  const byDefault = await keeps({})
  for (const keeper of keepers)
    if ((await keeps(keeper.on)) && !(await keeps(keeper.off)))
      return { reasoningInHistory: 'optional', keepReasoning: { ...keeper, default: byDefault ? 'on' : 'off' } }
  return { reasoningInHistory: byDefault ? 'always' : 'never', keepReasoning: null }
}

const thinkers: readonly Omit<Switch, 'default'>[] = [
  { on: { enable_thinking: true }, off: { enable_thinking: false } },
  { on: { thinking: true }, off: { thinking: false } },
  { on: { thinking_mode: 'enabled' }, off: { thinking_mode: 'disabled' } },
  { on: { skip_thinking: false }, off: { skip_thinking: true } },
  { on: { thinking_budget: 512 }, off: { thinking_budget: 0 } },
  { on: { reasoning_effort: 'high' }, off: { reasoning_effort: 'no_think' } },
  { on: { reasoning_effort: 'high' }, off: { reasoning_effort: 'none' } },
]

async function thinkingOf(probe: Probe, needs: TemplateNeeds): Promise<Switch | null> {
  const prompt = (settings: JsonObject): Promise<string | null> =>
    probe(variablesOf([user], { addGenerationPrompt: true, settings: { ...withoutThinking, ...settings } }, needs))
  const byDefault = await prompt({})
  for (const thinker of thinkers) {
    const [on, off] = [await prompt(thinker.on), await prompt(thinker.off)]
    if (on === null || off === null || on === off) continue
    // Any effort may change the system prompt. Only a switch changes what follows the user's message.
    if ('reasoning_effort' in thinker.off && afterUser(on) === afterUser(off)) continue
    return { ...thinker, default: byDefault === on ? 'on' : byDefault === off ? 'off' : 'neither' }
  }
  return null
}

/** Renderers drop undefined values, so the template does not see the variable. */
const withoutThinking: JsonObject = { enable_thinking: undefined }

const isOff = (effort: string): boolean => effort === 'none' || effort === 'no_think'
const efforts = ['none', 'no_think', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max']

async function effortOf(probe: Probe, needs: TemplateNeeds): Promise<TemplateCapabilities['effort']> {
  for (const variable of ['reasoning_effort', 'reasoning_strength', 'thinking_effort']) {
    const prompt = (value: string): Promise<string | null> =>
      probe(variablesOf([user], { addGenerationPrompt: true, settings: { [variable]: value } }, needs))
    const unknown = await prompt(words.user)
    if (unknown?.split(words.user).length === 3) return { variable, values: ['low', 'medium', 'high'] }
    const values: string[] = []
    for (const value of efforts) {
      const rendered = await prompt(value)
      if (rendered !== null && rendered !== unknown) values.push(value)
    }
    if (values.some((value) => !isOff(value))) return { variable, values }
  }
  return null
}
