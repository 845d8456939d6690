/**
 * What a chat template makes of messages: the text that the model would read. A template is a program (Jinja), written
 * by whoever made the file, so it gets a moment and no more.
 */
import { runInNewContext } from 'node:vm'
import { Template } from '@huggingface/jinja'
import { coded } from '../../../core/contract/coded-error'
import type { PromptMessage } from '../../../core/contract/turn'

/** Real ones take some ms. */
const longestMs = 500

/** Stand for the model's own, which are in its vocabulary. */
const tokens = { bos_token: '<bos>', eos_token: '<eos>' } as const

/** Throws `template-failed`: it cannot be read, fails, or does not end. */
export function renderTemplate(template: string, messages: readonly PromptMessage[]): string {
  const render = (): string =>
    new Template(template).render({
      messages: messages.map(({ role, text }) => ({ role, content: text })),
      add_generation_prompt: messages.at(-1)?.role !== 'assistant',
      ...tokens,
    })
  try {
    // Ends whatever runs inside when the time is over, a loop of the template too.
    return runInNewContext('render()', { render }, { timeout: longestMs }) as string
  } catch (error) {
    throw coded('template-failed', { reason: reasonOf(error) })
  }
}

/** Errors of the other context are not ours by `instanceof`. */
function reasonOf(error: unknown): string {
  const { code, message } = error as { code?: unknown; message?: unknown }
  if (code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return `it did not end within ${longestMs / 1000} s`
  return (typeof message === 'string' ? message : String(error)).slice(0, 500)
}
