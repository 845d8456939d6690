import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { AttachedDocument, ChosenDocument, ImageData } from '../../../core/contract/chat/documents'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Attachment } from '../../../core/documents/document-frame'
import { pagesIn, pagesText } from '../../../core/documents/page-ranges'
import { safeFileName } from '../../../core/text/safe-file-name'
import { TokenCounter } from '../../../core/text/token-counter'
import type { DocumentReader } from '../../documents/document-reader'
import { openDocument } from '../../documents/open-document'
import { readAttachment } from '../../documents/read-attachment'
import type { RunningEngine, Supervisor } from '../../supervisor/supervisor'
import type { AppStateHolder } from '../common/app-state'

const mostCharacters = 64_000_000
const longestNameCharacters = 10_000
const nameCharacters = 200

interface Kept {
  readonly document: AttachedDocument
  readonly pages: readonly string[]
  readonly image?: ImageData
  counted?: { readonly by: TokenCounter; readonly tokens: Promise<number[]> }
}

/** Documents and images of unsent messages, in memory only: a private conversation leaves no trace on the disk. */
export class DocumentService {
  private readonly kept = new Map<string, Kept>()
  private counter: { readonly engine: RunningEngine; readonly modelId: string; readonly counter: TokenCounter } | undefined

  constructor(
    private readonly reader: DocumentReader,
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
  ) {}

  /** Throws file errors and `document-refused`. */
  async open(path: string): Promise<AttachedDocument> {
    const { name, bytes } = await openDocument(path)
    return this.read(name, bytes)
  }

  /** Throws `document-refused`, and the errors of `bytes`. */
  async read(givenName: string, bytes: Readable): Promise<AttachedDocument> {
    const name = nameOf(givenName.slice(-longestNameCharacters).split(/[/\\]/).at(-1) ?? '')
    return this.keep(name, await readAttachment(this.reader, name, bytes))
  }

  /** A text that no file has. */
  add(givenName: string, text: string): AttachedDocument {
    const sizeBytes = Buffer.byteLength(text)
    return this.keep(nameOf(givenName), { mediaType: 'text/plain', hasPages: false, pages: [text], sizeBytes })
  }

  private keep(
    name: string,
    { mediaType, hasPages, pages, sizeBytes, image }: Awaited<ReturnType<typeof readAttachment>>,
  ): AttachedDocument {
    const document: AttachedDocument = {
      id: randomUUID(),
      name,
      mediaType,
      sizeBytes,
      hasPages,
      pageCharacters: pages.map((page) => (page.trim() === '' ? 0 : page.length)),
      ...(image ? { image: { width: image.width, height: image.height } } : {}),
    }
    this.kept.set(document.id, { document, pages, ...(image ? { image: image.data } : {}) })
    this.dropOldest()
    return document
  }

  /** Throws `document-not-found`, `no-model-loaded`, `engine-gone`. */
  async count(id: string): Promise<number[]> {
    const kept = this.get(id)
    const by = this.counterNow()
    if (kept.counted?.by !== by) kept.counted = { by, tokens: countedPages(by, kept.pages) }
    const { tokens } = kept.counted
    // A failed count is repeated.
    tokens.catch(() => delete kept.counted)
    return tokens
  }

  /** Throws `document-not-found`, even for a document without an image. */
  image(id: string): ImageData {
    const { image } = this.get(id)
    if (!image) throw coded('document-not-found', {})
    return image
  }

  /** Throws `document-not-found`, and `document-refused` for pages that the document does not have. */
  async chosen(documents: readonly ChosenDocument[]): Promise<Attachment[]> {
    return Promise.all(
      documents.map(async ({ id, pages: text }): Promise<Attachment> => {
        const { document, pages } = this.get(id)
        const { name, mediaType, hasPages, sizeBytes, image } = document
        if (image) return { name, mediaType, sizeBytes, image: { id, ...image } }
        const numbers = pagesIn(hasPages ? text : '', pages.length)
        if (!numbers) throw coded('document-refused', { name, reason: { kind: 'no-such-pages', pages: pages.length } })
        const tokens = this.canCount ? await this.count(id) : undefined
        return {
          name,
          mediaType,
          ...(hasPages ? { pages: { chosen: pagesText(numbers), of: pages.length } } : {}),
          text: numbers.map((number) => pages[number - 1] ?? '').join('\n\n'),
          ...(tokens ? { tokens: numbers.reduce((sum, number) => sum + (tokens[number - 1] ?? 0), 0) } : {}),
        }
      }),
    )
  }

  forget(ids: readonly string[]): void {
    for (const id of ids) this.kept.delete(id)
  }

  clear(): void {
    this.kept.clear()
    // It knows the texts that it counted.
    this.counter = undefined
  }

  private get(id: string): Kept {
    const kept = this.kept.get(id)
    if (!kept) throw coded('document-not-found', {})
    return kept
  }

  /** Only a server counts the tokens of its model. */
  private get canCount(): boolean {
    return this.state.value.model.status !== 'server'
  }

  private counterNow(): TokenCounter {
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    if (this.counter?.engine !== engine || this.counter.modelId !== model.file.id)
      this.counter = {
        engine,
        modelId: model.file.id,
        counter: new TokenCounter(async (text) => (await engine.client.countTokens({ text })).tokens),
      }
    return this.counter.counter
  }

  private dropOldest(): void {
    let characters = [...this.kept.values()].reduce((sum, kept) => sum + charactersOf(kept), 0)
    for (const [id, kept] of this.kept) {
      if (characters <= mostCharacters) break
      characters -= charactersOf(kept)
      this.kept.delete(id)
    }
  }
}

const nameOf = (given: string): string => safeFileName(given, 'document', nameCharacters)

const charactersOf = ({ pages, image }: Kept): number => pages.reduce((sum, page) => sum + page.length, image?.base64.length ?? 0)

async function countedPages(counter: TokenCounter, pages: readonly string[]): Promise<number[]> {
  const tokens: number[] = []
  const never = new AbortController().signal
  for (const page of pages) tokens.push((await counter.count(page, never)) ?? 0)
  return tokens
}
