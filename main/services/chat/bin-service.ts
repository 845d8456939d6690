import type { BinnedConversation } from '../../../core/contract/chat/conversations'
import type { Store } from '../../store/store'
import type { AppStateHolder } from '../common/app-state'

/** While the app runs, a conversation can stay in the bin for a week plus this interval. */
const lookMs = 60 * 60 * 1000

export class BinService {
  private readonly timer: NodeJS.Timeout

  constructor(
    private readonly store: Store,
    private readonly state: AppStateHolder,
  ) {
    this.timer = setInterval(() => this.look(), lookMs).unref()
  }

  list(): BinnedConversation[] {
    return this.store.bin.list()
  }

  /** Throws `conversation-not-found`. */
  removeForGood(conversationIds: readonly string[]): void {
    this.store.bin.removeForGood(...conversationIds)
    this.state.changed('conversations')
  }

  empty(): void {
    this.store.bin.empty()
    this.state.changed('conversations')
  }

  close(): void {
    clearInterval(this.timer)
  }

  private look(): void {
    try {
      if (this.store.bin.look() > 0) this.state.changed('conversations')
    } catch (error) {
      console.warn('[bin]', error)
    }
  }
}
