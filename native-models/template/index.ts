/** A separate process, because a chat template is a program that may run forever or use up all memory. */

import { Template } from '@huggingface/jinja'
import { dateVariables, withEnglishDates } from '../../core/templates/dates'
import type { TemplateTask, TemplateWord } from '../../core/templates/template-process'
import { messageOf } from '../../core/text/message-of'
import { endWithOwner } from '../process/end-with-owner'

const mostCharacters = 2 ** 24

/** Placeholders, because this process doesn't read the model's vocabulary. */
const tokens = { bos_token: '<bos>', eos_token: '<eos>' } as const

endWithOwner()
const tell = (word: TemplateWord): void => void process.send?.(word)

process.once('message', (task: TemplateTask) => {
  try {
    const text = render(task)
    if (text.length > mostCharacters) tell({ type: 'failed', reason: { kind: 'too-long', characters: text.length } })
    else tell({ type: 'text', text })
  } catch (error) {
    tell({ type: 'failed', reason: { kind: 'jinja', quoted: messageOf(error).slice(0, 500) } })
  }
})
tell({ type: 'ready' })

const render = ({ template, messages }: TemplateTask): string =>
  new Template(withEnglishDates(template)).render({
    messages: messages.map(({ role, text }) => ({ role, content: text })),
    add_generation_prompt: messages.at(-1)?.role !== 'assistant',
    ...tokens,
    ...dateVariables(new Date()),
  })
