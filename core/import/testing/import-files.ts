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
