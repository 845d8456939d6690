/** The part of a rendered conversation that is the answer. */
import type { ChatMessage } from '../messages'
import type { Probe } from '../render'
import type { PromptInput, TemplateNeeds } from '../template-variables'
import { tools, user, variablesOf, words } from './examples'

/** Returns what follows the user's text, with the first of `options` for which that part contains `contains`. null if there is none. */
export async function answerText(
  probe: Probe,
  answer: ChatMessage,
  needs: TemplateNeeds,
  contains: string,
  options: readonly Partial<PromptInput>[] = [{ tools }, {}],
): Promise<string | null> {
  for (const option of options) {
    const rendered = await probe(variablesOf([user, answer], option, needs))
    const found = rendered === null ? null : afterUser(rendered)
    if (found?.includes(contains)) return found
  }
  return null
}

/** Returns what the template appends so that the model writes an answer, or null if the template fails. */
export async function generationPrompt(probe: Probe, needs: TemplateNeeds, settings: Partial<PromptInput>): Promise<string | null> {
  const without = await probe(variablesOf([user], settings, needs))
  const rendered = await probe(variablesOf([user], { ...settings, addGenerationPrompt: true }, needs))
  if (without === null || rendered === null) return null
  let at = 0
  while (at < without.length && without[at] === rendered[at]) at++
  return rendered.slice(at)
}

export const afterUser = (rendered: string): string => {
  const at = rendered.lastIndexOf(words.user)
  return at < 0 ? rendered : rendered.slice(at + words.user.length)
}
