/** The first bytes decide. The name only decides between kinds of text, and says what a damaged file should be. */
import type { DocumentProblem } from '../../core/contract/errors/document-reasons'

export type Format = 'pdf' | 'docx' | 'html' | 'text'

/** PDF readers accept a header within the first 1,024 bytes. In a file with another name, it may be quoted text. */
const pdfHeaderWithin = 1024

const pictures: readonly (readonly number[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
]

export function formatOf(bytes: Buffer, name: string): Format | DocumentProblem {
  const starts = (magic: readonly number[]) => bytes.subarray(0, magic.length).equals(Buffer.from(magic))
  const head = bytes.subarray(0, pdfHeaderWithin).toString('latin1')
  if (bytes.length === 0) return { kind: 'empty' }
  if (head.startsWith('GGUF')) return { kind: 'model' }
  if (head.startsWith('%PDF-')) return 'pdf'
  if (head.startsWith('PK\x03\x04') || head.startsWith('PK\x05\x06')) return 'docx'
  if (starts([0xd0, 0xcf, 0x11, 0xe0])) return { kind: oldOfficeKind(bytes) }
  if (head.startsWith('{\\rtf')) return { kind: 'rich-text' }
  if (pictures.some(starts) || (head.startsWith('RIFF') && head.slice(8, 12) === 'WEBP')) return { kind: 'picture' }
  // The photos of iPhones.
  if (/^ftyp(hei[cxms]|hev[cx]|mif1|msf1)/.test(head.slice(4, 12))) return { kind: 'heic' }
  if (/\.pdf$/i.test(name)) return head.includes('%PDF-') ? 'pdf' : { kind: 'not-this-format', format: 'pdf' }
  if (/\.docx$/i.test(name)) return { kind: 'not-this-format', format: 'docx' }
  return /\.x?html?$/i.test(name) || /^\s*(?:<!doctype html|<html)/i.test(head) ? 'html' : 'text'
}

/** Old Office files name their streams in UTF-16. A Word file can contain tables and slides. */
function oldOfficeKind(bytes: Buffer): 'old-office' | 'spreadsheet' | 'presentation' {
  const has = (stream: string) => bytes.includes(Buffer.from(stream, 'utf16le'))
  if (has('WordDocument')) return 'old-office'
  return has('PowerPoint Document') ? 'presentation' : has('Workbook') ? 'spreadsheet' : 'old-office'
}
