/**
 * Clients send a thinking block back only if it has a signature. Anthropic's signature proves where the text comes from; this one is a checksum, and
 * the server accepts any signature.
 */
export function signatureOf(thinking: string): string {
  let [low, high] = [0x811c9dc5, 0x01000193]
  for (let index = 0; index < thinking.length; index++) {
    const unit = thinking.charCodeAt(index)
    low = Math.imul(low ^ unit, 0x01000193)
    high = Math.imul(high ^ (unit + index), 0x85ebca6b)
  }
  return `headroom-${hex(high)}${hex(low)}`
}

const hex = (value: number): string => (value >>> 0).toString(16).padStart(8, '0')
