import { documentCharacters } from '../../core/contract/chat/document-limits'
import type { ReadDocument } from '../../core/documents/document-process'
import { decodedText } from './decode-text'
import { type Format, formatOf } from './format'
import { Refusal } from './refusal'

const mediaTypes: Readonly<Record<Format, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  text: 'text/plain',
}

/** Throws a Refusal. */
export async function readDocument(bytes: Buffer, name: string): Promise<ReadDocument> {
  const format = formatOf(bytes, name)
  if (typeof format === 'object') throw new Refusal(format)
  const pages = (await pagesOf(format, bytes)).map(withoutOddities)
  const hasPages = format === 'pdf'
  const characters = pages.reduce((sum, page) => sum + page.length, 0)
  if (pages.every((page) => page.trim() === '')) throw new Refusal({ kind: 'no-text', pages: hasPages ? pages.length : null })
  if (characters > documentCharacters) throw new Refusal({ kind: 'too-much-text', characters, limitCharacters: documentCharacters })
  return { mediaType: /\.(md|markdown)$/i.test(name) && format === 'text' ? 'text/markdown' : mediaTypes[format], hasPages, pages }
}

/** Loads only the reader that it needs: pdf.js alone has four megabytes of code. */
async function pagesOf(format: Format, bytes: Buffer): Promise<string[]> {
  switch (format) {
    case 'pdf':
      return (await import('./pdf')).pagesOfPdf(bytes)
    case 'docx':
      return [await (await import('./docx')).textOfDocx(bytes)]
    case 'html':
      return [(await import('./html')).textOfHtml(decodedText(bytes, true))]
    case 'text':
      return [decodedText(bytes)]
  }
}

/** SQLite ends a text at NUL, and half of a surrogate pair cannot be stored. */
const withoutOddities = (text: string): string =>
  text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/\p{Surrogate}/gu, '\ufffd')
