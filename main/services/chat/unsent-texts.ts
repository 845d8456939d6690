import type { UnsentText } from '../../../core/contract/chat/unsent'

const mostCharacters = 32 * 2 ** 20

export class UnsentTexts {
  private readonly kept = new Map<string | null, UnsentText>()

  get all(): UnsentText[] {
    return [...this.kept.values()]
  }
  write(unsent: UnsentText): void {
    const { conversationId, text, pasted, typedSystemPrompt, isPrivate } = unsent
    this.kept.delete(conversationId)
    if (text || pasted || typedSystemPrompt !== null || isPrivate) this.kept.set(conversationId, unsent)
    let characters = this.all.reduce((sum, one) => sum + charactersOf(one), 0)
    for (const [id, one] of this.kept) {
      if (characters <= mostCharacters) break
      characters -= charactersOf(one)
      this.kept.delete(id)
    }
  }
  clear(): void {
    this.kept.clear()
  }
}

const charactersOf = ({ conversationId, text, pasted, typedSystemPrompt }: UnsentText): number =>
  (conversationId?.length ?? 0) + text.length + pasted.length + (typedSystemPrompt?.length ?? 0)
