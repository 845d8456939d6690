import type { Token } from 'node-llama-cpp'
import type { TokenLogprob } from '../../../core/contract/chat/logprobs'
import type { TokenPiece } from '../../../core/contract/engine'
import type { Probabilities } from './token-sampler'

/** The smallest positive float32, because JSON cannot express the logarithm of 0. */
const leastProbability = 2 ** -149

export function tokenLogprob(token: Token, listed: Probabilities, top: number, pieceOf: (token: Token) => TokenPiece): TokenLogprob {
  const entry = (id: number, probability: number) => ({
    id,
    ...textOf(pieceOf(id as Token)),
    logprob: Math.log(Math.max(leastProbability, probability)),
  })
  return { ...entry(token, probabilityOf(token, listed)), top: likeliest(listed, top).map(([id, probability]) => entry(id, probability)) }
}

const textOf = (piece: TokenPiece) => (typeof piece === 'string' ? { text: piece } : { text: '\ufffd', bytes: [...piece] })

function probabilityOf(token: Token, listed: Probabilities): number {
  for (let at = 0; at < listed.length; at += 2) if (listed[at] === token) return listed[at + 1] as number
  return 0
}

/** Likeliest first. */
function likeliest(listed: Probabilities, count: number): [id: number, probability: number][] {
  const best: [number, number][] = []
  if (count === 0) return best
  for (let at = 0; at < listed.length; at += 2) {
    const probability = listed[at + 1] as number
    if (best.length === count && probability <= (best.at(-1) as [number, number])[1]) continue
    const place = best.findIndex(([, other]) => other < probability)
    best.splice(place < 0 ? best.length : place, 0, [listed[at] as number, probability])
    if (best.length > count) best.pop()
  }
  return best
}
