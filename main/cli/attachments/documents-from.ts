import { copy } from '../../../core/copy/copy'
import type { PromptDocument } from '../../../core/documents/document-frame'
import { pagesIn, pagesText } from '../../../core/documents/page-ranges'
import { formatCount } from '../../../core/text/amounts'
import { DocumentReader } from '../../documents/document-reader'
import { openDocument } from '../../documents/open-document'
import { note } from '../input/terminal'

/** Throws file errors and `document-refused`. */
export async function documentsFrom(paths: readonly string[], entry: string): Promise<PromptDocument[]> {
  const reader = new DocumentReader(entry)
  const documents: PromptDocument[] = []
  for (const path of paths) {
    const { name, bytes } = await openDocument(path)
    const { mediaType, hasPages, pages } = await reader.read(name, bytes)
    const silent = pages.flatMap((page, index) => (page.trim() === '' ? [index + 1] : []))
    if (silent.length > 0) note(`${name}: ${copy.chat.documents.pagesWithoutText(pagesText(silent), silent.length)}`)
    const text = pages.join('\n\n')
    note(`${name}: ${formatCount(text.length)} characters`)
    const all = pagesText(pagesIn('', pages.length) ?? [])
    documents.push({ name, mediaType, text, ...(hasPages ? { pages: { chosen: all, of: pages.length } } : {}) })
  }
  return documents
}
