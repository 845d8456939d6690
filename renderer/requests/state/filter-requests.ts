import type { RequestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import type { RequestFilter } from './request-store'

/** Returns the newest requests first. */
export function filterRequests(records: readonly RequestRecord[], { text, client, cause, onlyLost }: RequestFilter): RequestRecord[] {
  const words = text.trim().toLowerCase()
  return records
    .filter((record) => {
      const { explanation } = record
      if (client !== null && record.client !== client) return false
      if (cause !== null && explanation?.cause !== cause) return false
      if (onlyLost && (explanation?.lostTokens ?? 0) === 0) return false
      const named = explanation ? copy.requests.causes.of[explanation.cause].name : ''
      return (
        words === '' || `${record.client} ${record.userAgent} ${record.model} ${record.endpoint} ${named}`.toLowerCase().includes(words)
      )
    })
    .reverse()
}
