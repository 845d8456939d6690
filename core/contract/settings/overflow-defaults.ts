import type { OverflowSettings } from './overflow'

export const defaultOverflow: OverflowSettings = { policy: 'stop', sinkTokens: 4, recentTokens: 'auto' }
