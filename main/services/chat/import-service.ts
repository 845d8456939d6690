import { randomUUID } from 'node:crypto'
import { largestImportBytes, mostNamedImports } from '../../../core/contract/chat/import-limits'
import type { ImportSummary, LeftOut } from '../../../core/contract/chat/imports'
import { coded } from '../../../core/contract/errors/coded-error'
import { type ImportLimits, ImportReader, type ReadConversation } from '../../../core/import/read-import'
import { addImported, isImported } from '../../store/chat/import-conversation'
import type { Store } from '../../store/store'
import type { AppStateHolder } from '../common/app-state'

type Counts = { -readonly [Key in keyof ImportSummary]: ImportSummary[Key] }

interface Running {
  readonly id: string
  readonly name: string
  readonly reader: ImportReader
  readonly counts: Counts
}

/** One import at a time: the next one ends it. What it has stored stays. */
export class ImportService {
  private running: Running | undefined

  constructor(
    private readonly store: Pick<Store, 'shelves'>,
    private readonly state: Pick<AppStateHolder, 'changed'>,
    private readonly limits?: ImportLimits,
  ) {}

  /** Throws `file-too-large`. */
  begin(name: string, sizeBytes: number): { importId: string } {
    if (sizeBytes > largestImportBytes) throw coded('file-too-large', { name, sizeBytes, limitBytes: largestImportBytes })
    const id = randomUUID()
    this.running = { id, name, reader: new ImportReader(name, this.limits), counts: noCounts() }
    return { importId: id }
  }

  /** Throws `import-ended`, and `disk-full` and `store-failed`, which end the import. */
  append(importId: string, text: string): void {
    const { reader, counts } = this.open(importId)
    this.storeAll(reader.push(text), counts)
  }

  /** Throws `import-refused` if the file has no conversation. */
  finish(importId: string): ImportSummary {
    const { name, reader, counts } = this.open(importId)
    this.storeAll(reader.end(), counts)
    this.running = undefined
    if (reader.isEmpty || reader.isZip) throw coded('import-refused', { name, reason: reader.isZip ? 'zip' : 'empty' })
    if (counts.imported + counts.existing === 0)
      throw coded('import-refused', { name, reason: counts.brokenOnes[0]?.flaw ?? 'unknown-format' })
    const isSingle = counts.imported === 1 && counts.existing + counts.broken === 0
    return { ...counts, isCutOff: reader.isCutOff, conversationId: isSingle ? counts.conversationId : null }
  }

  private open(importId: string): Running {
    if (this.running?.id !== importId) throw coded('import-ended', {})
    return this.running
  }

  private storeAll(found: readonly ReadConversation[], counts: Counts): void {
    const before = counts.imported
    try {
      for (const read of found) this.storeOne(read, counts)
    } catch (error) {
      this.running = undefined
      throw error
    } finally {
      if (counts.imported > before) this.state.changed('conversations')
    }
  }

  private storeOne(read: ReadConversation, counts: Counts): void {
    if ('flaw' in read) {
      counts.broken++
      if (counts.brokenOnes.length < mostNamedImports) counts.brokenOnes.push({ title: read.title, entry: read.entry, flaw: read.flaw })
      return
    }
    const { conversation } = read
    const { disk } = this.store.shelves
    if (isImported(disk, conversation)) {
      counts.existing++
      return
    }
    const conversationId = addImported(disk, conversation)
    counts.imported++
    counts.conversationId = conversationId
    const { title, leftOut } = conversation
    if (!isIncomplete(leftOut)) return
    counts.incomplete++
    if (counts.incompleteOnes.length < mostNamedImports) counts.incompleteOnes.push({ conversationId, title, leftOut })
  }
}

const isIncomplete = (leftOut: LeftOut): boolean => Object.values(leftOut).some((count) => count > 0)

const noCounts = (): Counts => ({
  imported: 0,
  existing: 0,
  broken: 0,
  isCutOff: false,
  brokenOnes: [],
  incomplete: 0,
  incompleteOnes: [],
  conversationId: null,
})
