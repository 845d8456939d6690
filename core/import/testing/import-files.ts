import type { LeftOut } from '../../contract/chat/imports'
import { partsOf } from '../../messages/parts-of'
import type { ImportedConversation } from '../conversation/imported'
import { ImportReader } from '../read-import'

/** The files of this folder. */
export const importFiles = {
  headroom: 'headroom.json',
  'llama-server': 'llama-server.json',
  'llama-server JSONL': 'llama-server.jsonl',
  'lm-studio': '1780959551824.conversation.json',
  'open-webui': 'open-webui.json',
  chatgpt: 'chatgpt.json',
} as const
export type ImportFile = keyof typeof importFiles

export function importedFrom(name: string, text: string): ImportedConversation[] {
  const reader = new ImportReader(name)
  return [...reader.push(text), ...reader.end()].map((read) => {
    if ('flaw' in read) throw new Error(`Expected a conversation, got ${JSON.stringify(read)}`)
    return read.conversation
  })
}

/** The conversation in a file that consists of this value as JSON. Throws if the file has no or several conversations. */
export function importedValue(value: unknown): ImportedConversation {
  const [conversation, ...others] = importedFrom('export.json', JSON.stringify(value))
  if (!conversation || others.length > 0) throw new Error(`Expected one conversation, got ${others.length + 1}`)
  return conversation
}

/** Oldest message first. */
export function shownPath({ messages, leafId }: ImportedConversation) {
  const path = []
  for (let id: string | null = leafId; id !== null; ) {
    const message = messages.find((one) => one.id === id)
    if (!message) throw new Error(`Expected a message ${id}`)
    path.unshift({ role: message.role, parts: partsOf(message).map(({ type, text }) => [type, text]) })
    id = message.parentId
  }
  return path
}

export const nothing: LeftOut = { images: 0, documents: 0, media: 0, systemMessages: 0, unreadableMessages: 0 }
