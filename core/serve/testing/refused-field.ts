import { failureOf } from '../../contract/errors/coded-error'
import { refusalOf } from '../refusal'

/** The field that an error names. undefined if nothing is thrown. Other errors are bugs and are thrown again. */
export function refusedField(read: () => unknown): string | null | undefined {
  try {
    read()
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    return refusalOf(failure).field
  }
  return undefined
}
