import type { EventFact } from '../../core/contract/app/events'
import type { NoticeFact } from '../../core/contract/app/notices'

export type StoreNews =
  | Extract<NoticeFact, { code: 'store-salvaged' | 'turn-interrupted' | 'compare-interrupted' }>
  | Extract<EventFact, { code: 'search-rebuilt' }>
