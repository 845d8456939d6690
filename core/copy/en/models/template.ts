import type { TemplateAbilities } from '../../../contract/models/template-abilities'
import { listed } from '../../words/en'

export interface TemplateFacts {
  readonly isOverridden: boolean
  readonly hasOwn: boolean
  /** Replaces a missing or broken template. Known only while the model is loaded. */
  readonly fallback: string | null
}

/** `name` is node-llama-cpp's name for the template. */
const fallback = (hasOwn: boolean, name: string): string =>
  hasOwn
    ? `The chat template in this file cannot run here. Headroom uses the closest known one, “${name}”.`
    : `This file has no chat template. Headroom uses the closest known one, “${name}”.`

export const template = {
  title: (name: string): string => `Chat template of ${name}`,
  reading: 'Reading the file…',
  description({ isOverridden, hasOwn, fallback: name }: TemplateFacts): string {
    if (isOverridden) return 'Your own template replaces the one in the file.'
    if (name !== null) return `${fallback(hasOwn, name)} You can write another one here.`
    if (!hasOwn)
      return 'The file has no chat template. Headroom uses the closest known one and names it next to the model once it is loaded. You can write another one here.'
    return 'This is the template in the file. What you write here applies to this model only; the file does not change.'
  },
  /** Known only while the model is loaded. */
  abilities({ systemRole, tools, toolCalls, parallelCalls, reasoning, keepsReasoning, thinking }: TemplateAbilities): string {
    const known = [
      ...(systemRole ? ['a system prompt'] : []),
      ...(tools ? ['a list of tools'] : []),
      ...(toolCalls ? [parallelCalls ? 'several tool calls in one answer' : 'one tool call in an answer'] : []),
      ...(reasoning ? ['reasoning'] : []),
    ]
    const switched = thinking === null ? '' : ' Thinking can be turned on and off.'
    const kept = reasoning ? ` By default, earlier reasoning ${keepsReasoning ? 'stays in' : 'is left out of'} the prompt.` : ''
    return `${known.length === 0 ? 'The template supports only user messages and answers.' : `The template supports ${listed(known)}.`}${switched}${kept}`
  },
  label: 'Template',
  example: 'For example, ChatML:',
  sample: {
    system: 'Answer briefly.',
    question: 'What is a KV cache?',
    answer: 'Keys and values of the tokens so far.',
    next: 'How large is it?',
  },
  test: 'Try it on sample messages',
  specialTokens: '<bos> and <eos> stand for the model’s own tokens.',
  result: 'What the model reads',
  useFallback: 'Use the closest known template',
  useOwn: 'Use the template in the file',
  close: 'Close',
  save: 'Use from the next load on',
  badge: (name: string): string => `fallback template “${name}”`,
  badgeMeaning: (hasOwn: boolean, name: string): string => `${fallback(hasOwn, name)} If answers look wrong, click to set another one.`,
}
