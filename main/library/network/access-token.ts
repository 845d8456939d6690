/** A pasted token may be the abbreviation that a page shows, `hf_abc…`. */
import { coded } from '../../../core/contract/errors/coded-error'

/** Throws `token-unusable`. */
export function assertToken(token: string): void {
  const [character] = /[^\x21-\x7e]/u.exec(token) ?? []
  if (character !== undefined) throw coded('token-unusable', { character })
}
