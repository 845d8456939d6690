/** How long a server asks to be left alone. Source: RFC 9110, section 10.2.3. */
import type { AnswerHeaders } from './server-answer'

/** Of seconds or a date; 0 where nothing is asked for. */
export function retryAfterMs(headers: AnswerHeaders): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now())
}

/** As a fact of a refusal; none where nothing is asked for. */
export function patienceOf(headers: AnswerHeaders): { readonly retryAfterSeconds?: number } {
  const seconds = Math.ceil(retryAfterMs(headers) / 1000)
  return seconds > 0 ? { retryAfterSeconds: seconds } : {}
}
