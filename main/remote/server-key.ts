import { coded } from '../../core/contract/errors/coded-error'

/** Only these characters can be in the header of a request. Throws `server-key-unusable`. */
export function assertKey(key: string): void {
  const [character] = /[^\x21-\x7e]/u.exec(key) ?? []
  if (character !== undefined) throw coded('server-key-unusable', { character })
}
