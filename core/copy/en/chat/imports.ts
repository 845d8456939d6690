import type { LeftOut } from '../../../contract/chat/imports'
import type { ImportFlaw } from '../../../contract/errors/file-reasons'
import { formatCount } from '../../../text/amounts'
import { counted, listed } from '../../words/en'

const conversations = (count: number): string => counted(count, 'conversation', 'conversations')

const flaws: Readonly<Record<ImportFlaw, string>> = {
  'not-json': 'is damaged',
  'unknown-format': 'has an unknown format',
  'no-messages': 'has no messages',
  'too-large': 'is too large',
}

export const imports = {
  button: 'Import conversations…',
  file: 'Conversations to import',
  hint: 'From Headroom, llama-server, LM Studio, Open WebUI or ChatGPT (.json, .jsonl)',
  drop: 'Drop to import conversations',
  reading: (percent: number): string => `Importing: ${percent}%`,

  title: 'Import finished',
  close: 'Close',
  imported: (count: number): string => `${conversations(count)} imported.`,
  existing: (count: number): string => `${conversations(count)} skipped, because ${count === 1 ? 'it was' : 'they were'} imported before.`,
  broken: (count: number): string => `${conversations(count)} could not be read:`,
  refused: (files: number): string => `${counted(files, 'file was', 'files were')} not imported:`,
  cutOff: (file: string): string => `${file} ends in the middle of a conversation. If something is missing, export the file again.`,
  incomplete: (count: number): string => `${conversations(count)} imported, but not completely:`,
  more: (count: number): string => `and ${formatCount(count)} more`,
  brokenOne: (title: string | null, entry: number, flaw: ImportFlaw, file: string | null): string =>
    `${title === null ? `Entry ${formatCount(entry)}` : `“${title}”`}${file === null ? '' : ` in ${file}`} ${flaws[flaw]}.`,
  leftOut: ({ images, documents, media, systemMessages, unreadableMessages }: LeftOut): string => {
    const parts = [
      [images, counted(images, 'image', 'images')],
      [documents, counted(documents, 'document', 'documents')],
      [media, counted(media, 'audio or video file', 'audio and video files')],
      [systemMessages, counted(systemMessages, 'additional system message', 'additional system messages')],
      [unreadableMessages, counted(unreadableMessages, 'unreadable message', 'unreadable messages')],
    ] as const
    const left = parts.filter(([count]) => count > 0).map(([, text]) => text)
    const isOne = images + documents + media + systemMessages + unreadableMessages === 1
    return `${listed(left)} ${isOne ? 'was' : 'were'} left out.`
  },
}
