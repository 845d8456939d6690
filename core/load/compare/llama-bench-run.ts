import { testName } from '../../compare/test-name'
import { amountIn, type ResultRun } from './result-run'

/** Returns undefined if `fields` are no row of llama-bench. */
export function llamaBenchRun(fields: Readonly<Record<string, unknown>>): ResultRun | undefined {
  const [prompt, generated, mean] = ['n_prompt', 'n_gen', 'avg_ts'].map((name) => amountIn(fields, name))
  if (typeof prompt !== 'number' || typeof generated !== 'number' || typeof mean !== 'number') return undefined
  const count = Array.isArray(fields.samples_ts) ? fields.samples_ts.length : 1
  const deviation = amountIn(fields, 'stddev_ts')
  const error = deviation !== null && count > 1 ? deviation / Math.sqrt(count) : null
  const name = testName({ prompt, generated, depth: amountIn(fields, 'n_depth') ?? 0 })
  const types = [fields.type_k, fields.type_v].filter((type) => typeof type === 'string').join(':')
  return {
    setting: { kind: 'test', name, types },
    measures: [{ name: 'avg_ts', value: mean, error, count, better: 'higher' }],
  }
}
