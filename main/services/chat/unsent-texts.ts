/** Unsent texts of the composer, in memory only. */
import type { UnsentText } from '../../../core/contract/chat/unsent'

export class UnsentTexts {
  private readonly kept = new Map<string | null, UnsentText>()

  get all(): UnsentText[] {
    return [...this.kept.values()]
  }
  write(unsent: UnsentText): void {
    const { conversationId, text, pasted, typedSystemPrompt, isPrivate } = unsent
    if (text || pasted || typedSystemPrompt !== null || isPrivate) this.kept.set(conversationId, unsent)
    else this.kept.delete(conversationId)
  }
  clear(): void {
    this.kept.clear()
  }
}
