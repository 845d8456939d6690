import { amountIn, type Measure, type ResultRun, type ResultSetting } from './result-run'

type Fields = Readonly<Record<string, unknown>>

const throughputs = ['request_throughput', 'request_goodput', 'output_throughput', 'total_token_throughput'] as const
const latencies = ['ttft', 'tpot', 'itl', 'e2el'] as const
const percentiles = ['median', 'p90', 'p95', 'p99'] as const

/** Returns undefined if `fields` are not a result of `vllm bench serve`. */
export function serveRun(fields: Fields): ResultRun | undefined {
  if (amountIn(fields, 'request_throughput') === null) return undefined
  return { setting: settingOf(fields), measures: [...throughputs.flatMap((name) => plain(fields, name, 'higher')), ...latenciesIn(fields)] }
}

function settingOf(fields: Fields): ResultSetting {
  const perSecond = amountIn(fields, 'request_rate')
  if (perSecond !== null && perSecond > 0) return { kind: 'rate', perSecond }
  return { kind: 'concurrency', requests: amountIn(fields, 'max_concurrency') }
}

const plain = (fields: Fields, name: string, better: Measure['better']): Measure[] => {
  const value = amountIn(fields, name)
  return value === null ? [] : [{ name, value, error: null, count: 1, better }]
}

/** The gaps of one answer depend on each other, so the error of every mean is that of as many values as there are answers. */
function latenciesIn(fields: Fields): Measure[] {
  const count = amountIn(fields, 'completed') ?? 0
  if (count === 0) return []
  return latencies.flatMap((latency) => {
    const mean = amountIn(fields, `mean_${latency}_ms`)
    const deviation = amountIn(fields, `std_${latency}_ms`)
    const error = deviation !== null && count > 1 ? deviation / Math.sqrt(count - 1) : null
    return [
      ...(mean === null ? [] : [{ name: `mean_${latency}_ms`, value: mean, error, count, better: 'lower' } as const]),
      ...percentiles.flatMap((percentile) => plain(fields, `${percentile}_${latency}_ms`, 'lower')),
    ]
  })
}
