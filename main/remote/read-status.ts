import { modelEntries, routerModels } from '../../core/remote/facts/server-answers'
import { countOf, fieldsOf } from '../../core/remote/json-fields'
import type { ServerAddress, ServerFacts } from '../../core/remote/server-facts'
import type { NoPage } from '../../core/remote/status/metrics-page'
import type { ServerReading } from '../../core/remote/status/reading'
import { type StatusAnswers, statusFrom } from '../../core/remote/status/status-from'
import type { Network } from '../library/network/network'
import { routedPath } from './api-url'
import { optional, parsedJson, readText, type TextAnswer } from './read-json'

export type { ServerReading } from '../../core/remote/status/reading'

/** Each model is two requests. */
const mostRoutedModels = 4

/**
 * Reads the state of a server once. What it does not answer is a figure with a reason, so that only a stop by the caller and the offline
 * switch throw.
 */
export async function readStatus(
  network: Network,
  address: ServerAddress,
  facts: ServerFacts,
  before: ServerReading | null,
  signal: AbortSignal,
): Promise<ServerReading> {
  const ask = (path: string) => optional(readText(network, address, path, signal), signal)
  return statusFrom(facts.kind, await answersOf(facts, ask), before)
}

type Ask = (path: string) => Promise<TextAnswer | undefined>

async function answersOf(facts: ServerFacts, ask: Ask): Promise<StatusAnswers> {
  switch (facts.kind) {
    case 'llama-server':
      return facts.isRouter ? routerAnswers(facts, ask) : llamaAnswers(facts, ask)
    case 'vllm':
    case 'sglang': {
      const page = facts.abilities.metrics ? await ask('/metrics') : undefined
      return { ...nothing(), metrics: page ? [page.text] : facts.abilities.metrics ? 'not-read' : 'switched-off' }
    }
    // Ollama has no figure of this kind, so this only finds out whether it answers.
    case 'ollama': {
      const metrics = (await ask('/api/ps')) ? 'not-given' : 'not-read'
      return { ...nothing(), metrics }
    }
    case 'lm-studio':
    case 'openai':
      return nothing()
  }
}

const nothing = (): StatusAnswers => ({ atMs: performance.now(), metrics: 'not-given', startedAt: null, slots: 'not-given' })

async function llamaAnswers({ abilities }: ServerFacts, ask: Ask): Promise<StatusAnswers> {
  const slots = await slotsOf(abilities.slots, ask)
  const page = abilities.metrics ? await ask('/metrics') : undefined
  return {
    atMs: performance.now(),
    slots,
    metrics: page ? [page.text] : abilities.metrics ? 'not-read' : 'switched-off',
    startedAt: startOf(page),
  }
}

/** `/slots` would wake a server that sleeps. */
async function slotsOf(hasSlots: boolean, ask: Ask): Promise<readonly unknown[] | NoPage> {
  if (!hasSlots) return 'switched-off'
  const props = await ask('/props')
  if (!props || fieldsOf(parsedJson(props.text)).is_sleeping === true) return 'not-read'
  const slots = await ask('/slots')
  return slots ? [parsedJson(slots.text)] : 'not-read'
}

/** Source: llama.cpp's tools/server/server-context.cpp (v0.4.0). */
function startOf(page: TextAnswer | undefined): number | null {
  const text = page?.header('process-start-time-unix') ?? ''
  return /^\d{1,15}$/.test(text) ? countOf(Number(text)) : null
}

/** Asks about the models that are loaded now. What they offer is unknown if no model was loaded when the router was found. */
async function routerAnswers({ abilities }: ServerFacts, ask: Ask): Promise<StatusAnswers> {
  const list = await ask('/v1/models')
  const entries = list && modelEntries(parsedJson(list.text))
  const loaded = entries && routerModels(entries).filter(({ state }) => state === 'loaded')
  const read = async (path: string, isOffered: boolean): Promise<readonly string[] | NoPage> => {
    if (!loaded || loaded.length === 0 || loaded.length > mostRoutedModels) return 'not-read'
    const texts: string[] = []
    for (const { id } of loaded) {
      const answer = await ask(routedPath(path, id))
      if (!answer) return isOffered ? 'not-read' : 'switched-off'
      texts.push(answer.text)
    }
    return texts
  }
  const slots = await read('/slots', abilities.slots)
  const metrics = await read('/metrics', abilities.metrics)
  return { atMs: performance.now(), startedAt: null, slots: typeof slots === 'string' ? slots : slots.map(parsedJson), metrics }
}
