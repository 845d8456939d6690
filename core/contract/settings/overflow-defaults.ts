/** Overflow settings of a new conversation. No zod, so that windows can import them. */
import type { OverflowSettings } from './overflow'

export const defaultOverflow: OverflowSettings = { policy: 'stop', sinkTokens: 4, recentTokens: 'auto' }
