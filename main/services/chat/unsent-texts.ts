import type { UnsentText } from '../../../core/contract/chat/unsent'
import { Emitter } from '../../../core/streams/emitter'
import type { DocumentService } from '../documents/document-service'

const mostCharacters = 32 * 2 ** 20

export class UnsentTexts {
  readonly changed = new Emitter()
  private readonly kept = new Map<string | null, UnsentText>()

  constructor(private readonly documents: Pick<DocumentService, 'forget' | 'clear'>) {}

  get all(): UnsentText[] {
    return [...this.kept.values()]
  }
  write(unsent: UnsentText): void {
    const { conversationId, text, pasted, documents, typedSystemPrompt, isPrivate } = unsent
    const before = this.documentIds
    this.kept.delete(conversationId)
    if (text || pasted || documents.length > 0 || typedSystemPrompt !== null || isPrivate) this.kept.set(conversationId, unsent)
    let characters = this.all.reduce((sum, one) => sum + charactersOf(one), 0)
    for (const [id, one] of this.kept) {
      if (characters <= mostCharacters) break
      characters -= charactersOf(one)
      this.kept.delete(id)
    }
    const kept = new Set(this.documentIds)
    this.changed.emit()
    this.documents.forget(before.filter((id) => !kept.has(id)))
  }
  clear(): void {
    this.kept.clear()
    this.documents.clear()
    this.changed.emit()
  }
  /** Of a new conversation. */
  get newMessage(): UnsentText | undefined {
    return this.kept.get(null)
  }

  private get documentIds(): string[] {
    return this.all.flatMap(({ documents }) => documents.map(({ document }) => document.id))
  }
}

const charactersOf = ({ conversationId, text, pasted, typedSystemPrompt }: UnsentText): number =>
  (conversationId?.length ?? 0) + text.length + pasted.length + (typedSystemPrompt?.length ?? 0)
