/** pdf.js without rendering: no canvas, no fonts of the system, no code from the file, no network. */
import { join } from 'node:path'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
// Sets `globalThis.pdfjsWorker`, so that pdf.js starts no worker of its own.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs'
import { damaged, Refusal } from './refusal'

/** Without these tables, pdf.js cannot read the text of many Chinese, Japanese and Korean files. */
const cMapUrl = `${join(import.meta.dirname, 'cmaps')}/`

export async function pagesOfPdf(bytes: Buffer): Promise<string[]> {
  try {
    const document = await getDocument({
      data: new Uint8Array(bytes),
      cMapUrl,
      cMapPacked: true,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      useWorkerFetch: false,
      useWasm: false,
      enableXfa: false,
      stopAtErrors: false,
      verbosity: 0,
    }).promise
    const pages: string[] = []
    for (let number = 1; number <= document.numPages; number++) {
      const page = await document.getPage(number)
      const { items } = await page.getTextContent()
      pages.push(
        items
          .map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : ''))
          .join('')
          .trim(),
      )
      page.cleanup()
    }
    return pages
  } catch (error) {
    if (error instanceof Error && error.name === 'PasswordException') throw new Refusal({ kind: 'encrypted' })
    throw damaged('pdf', error)
  }
}
