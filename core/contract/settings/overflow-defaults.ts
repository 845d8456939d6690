/** What a conversation begins with. Without the schemas: a window has it too. */
import type { OverflowSettings } from './overflow'

export const defaultOverflow: OverflowSettings = { policy: 'stop', sinkTokens: 4, recentTokens: 'auto' }
