/**
 * Summarizes a conversation that may be longer than the context.
 *
 * The first prompt is the conversation as it was sent, so its cells are reused. If the end does not fit, further prompts have the summary
 * so far and as much of the rest as fits.
 */
import type { PromptMessage } from '../contract/chat/turn'
import { plainTextOf } from '../messages/parts-of'

export interface SummaryWriter {
  /** What a prompt may have. The rest of the context is for the summary. */
  readonly mostPromptTokens: number
  count(prompt: readonly PromptMessage[]): Promise<number>
  write(prompt: PromptMessage[]): Promise<string>
}

const request = (what: string): string =>
  `Summarize ${what}, so that someone who has not read it can continue it. Keep the facts, names, numbers, decisions and open questions. ` +
  'Write in the language of the conversation, in at most 250 words. Write only the summary.'

/** undefined if not even a small part of the conversation fits. */
export async function summarize(messages: readonly PromptMessage[], writer: SummaryWriter): Promise<string | undefined> {
  const fits = async (prompt: readonly PromptMessage[]) => (await writer.count(prompt)) <= writer.mostPromptTokens
  const begun = await mostTurns(messages, (turns) => fits(asSent(turns)))
  let summary = begun > 0 ? await writer.write(asSent(messages.slice(0, begun))) : ''
  let rest = transcriptOf(messages.slice(begun))
  while (rest !== '') {
    const part = await longestPart(rest, (text) => fits(continued(summary, text)))
    if (part === undefined) return undefined
    summary = await writer.write(continued(summary, part))
    rest = rest.slice(part.length).trimStart()
  }
  return summary
}

const asSent = (messages: readonly PromptMessage[]): PromptMessage[] => [
  ...messages,
  { role: 'user', text: request('our conversation so far') },
]

function continued(summary: string, part: string): PromptMessage[] {
  const before =
    summary === '' ? 'This is a conversation:' : `This is the summary of a conversation:\n\n${summary}\n\nThe conversation continued:`
  return [{ role: 'user', text: `${before}\n\n${part}\n\n${request('the whole conversation')}` }]
}

/** The number of messages, which end with an answer, because many templates require that roles alternate. */
async function mostTurns(messages: readonly PromptMessage[], fits: (turns: readonly PromptMessage[]) => Promise<boolean>): Promise<number> {
  const ends = messages.flatMap(({ role }, at) => (role === 'assistant' && messages[at + 1]?.role !== 'tool' ? [at + 1] : []))
  let [fitting, tooMany] = [0, ends.length + 1]
  while (fitting + 1 < tooMany) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (await fits(messages.slice(0, ends[middle - 1]))) fitting = middle
    else tooMany = middle
  }
  return ends[fitting - 1] ?? 0
}

const leastCharacters = 80

/** Ends between words, if there are any. */
async function longestPart(text: string, fits: (part: string) => Promise<boolean>): Promise<string | undefined> {
  let part = text
  while (!(await fits(part))) {
    if (part.length < leastCharacters) return undefined
    part = beginning(part, Math.floor((part.length * 2) / 3))
  }
  return part
}

function beginning(text: string, characters: number): string {
  const cut = text.slice(0, characters)
  const space = cut.search(/\s\S*$/)
  // Never splits a surrogate pair.
  return space > 0 ? cut.slice(0, space) : cut.replace(/[\uD800-\uDBFF]$/, '')
}

const speakers = { user: 'User', assistant: 'Assistant', tool: 'Result of a tool', system: 'Instructions' } as const

const transcriptOf = (messages: readonly PromptMessage[]): string =>
  messages
    .map((message) => ({ role: message.role, text: message.role === 'assistant' ? plainTextOf(message) : message.text }))
    .filter(({ text }) => text.trim() !== '')
    .map(({ role, text }) => `${speakers[role]}: ${text.trim()}`)
    .join('\n\n')
