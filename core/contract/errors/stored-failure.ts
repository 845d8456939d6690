import { type Failure, failureSchema } from './errors'

/** Also accepts the facts that older versions stored, as an `older-failure`. */
export function storedFailure(value: unknown): Failure | null {
  const read = failureSchema.safeParse(value)
  if (read.success) return read.data
  if (typeof value !== 'object' || value === null || !('code' in value) || typeof value.code !== 'string') return null
  return { code: 'older-failure', facts: { stored: value.code, quoted: saidIn('facts' in value ? value.facts : null) } }
}

function saidIn(facts: unknown): string {
  if (typeof facts !== 'object' || facts === null) return ''
  const texts = ['reason', 'detail'].map((key) => (facts as Record<string, unknown>)[key])
  return texts.filter((text) => typeof text === 'string' && text !== '').join(': ')
}
