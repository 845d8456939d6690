/** A separate process, because a hostile file can make a parser run forever or use up all memory. */
import { buffer } from 'node:stream/consumers'
import type { DocumentTask, DocumentWord } from '../../core/documents/document-process'
import { endWithOwner } from '../process/end-with-owner'
import { limitMemory } from './limit-memory'
import { readDocument } from './read-document'
import { quotedError, Refusal } from './refusal'

endWithOwner()
const tell = (word: DocumentWord): void => void process.send?.(word)

process.once('message', async ({ name, mostBytes }: DocumentTask) => {
  limitMemory(mostBytes)
  const bytes = await buffer(process.stdin)
  tell({ type: 'received' })
  try {
    tell({ type: 'document', document: await readDocument(bytes, name) })
  } catch (error) {
    if (error instanceof Refusal) tell({ type: 'failed', reason: error.reason })
    else tell({ type: 'failed', reason: { kind: 'process-ended', end: { kind: 'error', quoted: quotedError(error) } } })
  }
})
