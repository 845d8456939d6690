/** Source: RFC 9110, section 10.2.3. */
import type { AnswerHeaders } from './server-answer'

export function retryAfterMs(headers: AnswerHeaders): number {
  const text = headers.get('retry-after')
  if (text === null) return 0
  if (/^\d{1,15}$/.test(text)) return Number(text) * 1000
  const date = Date.parse(text)
  return Number.isNaN(date) ? 0 : Math.max(0, date - Date.now())
}

export function patienceOf(headers: AnswerHeaders): { readonly retryAfterSeconds?: number } {
  const seconds = Math.ceil(retryAfterMs(headers) / 1000)
  return seconds > 0 ? { retryAfterSeconds: seconds } : {}
}
