import { coded } from '../../../core/contract/errors/coded-error'

export function assertToken(token: string): void {
  const [character] = /[^\x21-\x7e]/u.exec(token) ?? []
  if (character !== undefined) throw coded('token-unusable', { character })
}
