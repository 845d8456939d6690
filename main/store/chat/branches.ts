/** When the user switches branches, the first message of the old branch stores its leaf, so that switching back shows the same path. */
import type { Conversations } from './conversations'
import type { Messages } from './messages'
import type { Shelves } from './shelves'

export class Branches {
  constructor(
    private readonly shelves: Shelves,
    private readonly conversations: Conversations,
    private readonly messages: Messages,
  ) {}

  show(conversationId: string, leafId: string): void {
    const left = this.conversations.leaf(conversationId)
    if (left === leafId) return
    this.remember(left, leafId)
    this.conversations.setLeaf(conversationId, leafId)
  }

  leafThrough(conversationId: string, messageId: string): string {
    const shown = this.conversations.leaf(conversationId)
    if (shown !== null && this.messages.pathIds(shown).includes(messageId)) return shown
    const left = this.shelves
      .ofConversation(conversationId)
      .get<{ id: string }>('SELECT leaf.id FROM messages m JOIN messages leaf ON leaf.id = m.left_at_id WHERE m.id = ?', messageId)
    return left?.id ?? this.messages.newestLeafBelow(messageId)
  }

  private remember(leftId: string | null, nextId: string): void {
    if (leftId === null) return
    const next = new Set(this.messages.pathIds(nextId))
    if (next.has(leftId)) return
    const parting = this.messages.pathIds(leftId).find((id) => !next.has(id))
    if (parting) this.shelves.ofMessage(parting).run('UPDATE messages SET left_at_id = ? WHERE id = ?', leftId, parting)
  }
}
