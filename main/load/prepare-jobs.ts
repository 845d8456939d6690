import { coded } from '../../core/contract/errors/coded-error'
import { type Arrivals, poissonTimesMs } from '../../core/load/arrivals'
import type { Calibration } from '../../core/load/workload/calibration'
import { fillerText } from '../../core/load/workload/filler'
import { fitLength } from '../../core/load/workload/fit-length'
import { type PlanSeeds, planRequests, type RequestPlan, type Workload } from '../../core/load/workload/plan-requests'
import { isSampled } from '../../core/load/workload/share-gpt'
import type { RemoteMessage } from '../../core/remote/stream-events'
import { seededRandom } from '../../core/stats/seeded-random'
import { loadRequest } from './load-request'
import type { LoadJob } from './send-job'
import type { CountTokens } from './token-counter'

export interface Preparation {
  readonly model: string
  readonly calibration: Calibration
  /** null unless the calibration is by the server's tokenizer. */
  readonly count: CountTokens | null
  readonly signal: AbortSignal
}

export interface WantedJobs {
  readonly workload: Workload
  readonly arrivals: Arrivals
  readonly requests: number
  readonly seeds: PlanSeeds
  /** Name of the trace, for errors. */
  readonly traceName: string
}

type Prepared = Omit<LoadJob, 'index' | 'dueMs'> & { readonly atMs: number | null }

/** All texts exist before the first request is sent, so the run does nothing but send and receive. Throws `load-file-refused`. */
export async function prepareJobs(wanted: WantedJobs, preparation: Preparation): Promise<LoadJob[]> {
  const { workload, arrivals, requests, seeds, traceName } = wanted
  const prepared: Prepared[] = []
  const mostUnused = workload.trace?.length ?? 0
  let unused = 0
  for (const plan of planRequests(workload, seeds)) {
    preparation.signal.throwIfAborted()
    const job = await prepare(plan, preparation)
    if (job) prepared.push(job)
    unused = job ? 0 : unused + 1
    if (prepared.length === requests) break
    if (unused > mostUnused) throw coded('load-file-refused', { name: traceName, reason: { kind: 'no-entries' } })
  }
  const dueMs = dueTimes(arrivals, prepared, seeds.lengths)
  return prepared.map(({ atMs: _, ...job }, index) => ({ ...job, index, dueMs: dueMs?.[index] ?? null }))
}

function dueTimes(arrivals: Arrivals, prepared: readonly Prepared[], seed: number): readonly (number | null)[] | null {
  switch (arrivals.kind) {
    case 'closed':
      return null
    case 'poisson':
      return poissonTimesMs(prepared.length, arrivals.perSecond, seededRandom(seed))
    case 'trace':
      return prepared.map(({ atMs }) => atMs)
  }
}

/** Returns null for a conversation that `vllm bench serve` leaves out, too. */
async function prepare(plan: RequestPlan, preparation: Preparation): Promise<Prepared | null> {
  const { messages, tokens } = await promptOf(plan, preparation)
  const outputTokens = plan.output.kind === 'tokens' ? plan.output.tokens : Math.max(1, await tokensIn(plan.output.text, preparation))
  if (plan.output.kind === 'text' && !isSampled(tokens, outputTokens)) return null
  return {
    request: loadRequest(preparation.model, messages, outputTokens),
    plannedPromptTokens: tokens,
    plannedOutputTokens: outputTokens,
    atMs: plan.atMs,
  }
}

async function promptOf(
  { prompt, shared, seeds }: RequestPlan,
  preparation: Preparation,
): Promise<{ messages: readonly RemoteMessage[]; tokens: number }> {
  if (prompt.kind === 'messages') {
    const tokens = await tokensIn(prompt.messages.map(({ text }) => text).join('\n'), preparation)
    return { messages: prompt.messages, tokens }
  }
  const { text, tokens } = await fitLength(
    prompt.tokens,
    preparation.calibration.tokensPerWord,
    (words) => fillerText(words, shared, seeds),
    (candidate) => tokensIn(candidate, preparation),
  )
  return { messages: [{ role: 'user', text }], tokens }
}

async function tokensIn(text: string, { calibration, count, signal }: Preparation): Promise<number> {
  if (count) return count(text, signal)
  return Math.round((text.match(/\S+/g)?.length ?? 0) * calibration.tokensPerWord)
}
