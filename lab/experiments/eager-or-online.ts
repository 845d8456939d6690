import { resultOf } from '../../core/lab/experiments/experiment'
import { type Attend, noCost } from '../attention/attention'
import { eagerAttention } from '../attention/eager'
import { onlineAttention } from '../attention/online'
import { ContiguousCache } from '../cache/contiguous-cache'
import { forward } from '../forward/forward'
import { cacheShapeFor, type LabSession, positionsFrom, type RunExperiment, timed } from '../forward/lab-session'
import { documents } from '../texts/heldout'

interface Row {
  readonly promptTokens: number
  readonly eagerMs: number
  readonly onlineMs: number
  readonly eagerBytes: number
  readonly onlineBytes: number
  readonly largestDifference: number
}
export const runEagerOrOnline: RunExperiment = (session) => {
  const { model, seed, report } = session
  const tokens = model.tokenizer.encode(documents.join('\n\n'))
  const lengths = [64, 128, 256, 512, 1024].filter((length) => length <= tokens.length)
  // Lets the JIT compile the loops.
  for (const attend of [eagerAttention(), onlineAttention()]) prefill(session, tokens.subarray(0, 64), attend)
  const rows = lengths.map((promptTokens, index): Row => {
    report(index / lengths.length, { kind: 'tokens', tokens: promptTokens })
    const [eagerCost, onlineCost] = [noCost(), noCost()]
    const eager = prefill(session, tokens.subarray(0, promptTokens), eagerAttention(undefined, eagerCost))
    const online = prefill(session, tokens.subarray(0, promptTokens), onlineAttention(undefined, onlineCost))
    return {
      promptTokens,
      eagerMs: eager.ms,
      onlineMs: online.ms,
      eagerBytes: 4 * eagerCost.peakScores,
      onlineBytes: 4 * onlineCost.peakScores,
      largestDifference: eager.result.reduce((most, logit, i) => Math.max(most, Math.abs(logit - (online.result[i] as number))), 0),
    }
  })
  return resultOf('eager-or-online', { model: model.name, seed }, rows)
}

function prefill({ model }: LabSession, tokens: Int32Array, attend: Attend) {
  const cache = new ContiguousCache(cacheShapeFor(model, tokens.length))
  const step = { sequence: 0, tokens, positions: positionsFrom(0, tokens.length) }
  return timed(() => forward(model, cache, [step], { attend, logits: 'last' }))
}
