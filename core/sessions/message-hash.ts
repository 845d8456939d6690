/**
 * FNV-1a over UTF-16 units with two offsets, for 64 bits. A collision only makes an estimate wrong. Source:
 * http://www.isthe.com/chongo/tech/comp/fnv/
 */
import type { PromptMessage } from '../contract/chat/turn'

const prime = 0x01000193

export function messageHash({ role, text }: PromptMessage): string {
  const spelled = `${role} ${text}`
  let low = 0x811c9dc5
  let high = 0x9747b28c
  for (let at = 0; at < spelled.length; at++) {
    const unit = spelled.charCodeAt(at)
    low = Math.imul(low ^ unit, prime)
    high = Math.imul(high ^ (unit + at), prime)
  }
  return [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

/** Returns the messages up to the first unknown hash. */
export function messagesNamed(hashes: readonly string[], known: readonly PromptMessage[]): PromptMessage[] {
  const byHash = new Map(known.map((message) => [messageHash(message), message]))
  const found: PromptMessage[] = []
  for (const hash of hashes) {
    const message = byHash.get(hash)
    if (!message) break
    found.push(message)
  }
  return found
}
