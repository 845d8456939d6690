/** A turn as the client sees it: of the engine on this machine, or of a server. Both have the same definitions, so they can be compared. */
import type { CompareResult, CompareResultOf } from '../../contract/compare/compare-tasks'
import { derived, type Figure, figureValue, measured, none } from '../../remote/figure'

export const clientFigureNames = [
  /** From sending to the first text. */
  'ttftMs',
  'tpotMs',
  'promptTokens',
  'cachedTokens',
  /** Prompt tokens that no cache had / TTFT. */
  'promptPerSecond',
  /** Tokens after the first / time from the first to the last. */
  'outputPerSecond',
] as const
export type ClientFigureName = (typeof clientFigureNames)[number]

export interface ClientTurn {
  readonly figures: Readonly<Record<ClientFigureName, Figure>>
  /** Between two tokens; from a server, between two pieces of text. */
  readonly gapsMs: readonly number[]
}

/** null for the result of another task. */
export function clientTurn(result: CompareResult | null): ClientTurn | null {
  if (result?.kind === 'answer') return localTurn(result)
  return result?.kind === 'server-answer' ? serverTurn(result) : null
}

function localTurn({ metrics, itlMs }: CompareResultOf<'answer'>): ClientTurn {
  const { ttftMs, tpotMs, promptTokens, reusedTokens } = metrics
  const outputMs = itlMs.reduce((sum, gap) => sum + gap, 0)
  const known = (value: number | null) => (value === null ? none('too-short') : measured(value))
  return {
    figures: {
      ttftMs: known(ttftMs),
      tpotMs: known(tpotMs),
      promptTokens: measured(promptTokens),
      cachedTokens: measured(reusedTokens),
      promptPerSecond: ttftMs ? derived(((promptTokens - reusedTokens) * 1000) / ttftMs, 'processed-tokens-over-ttft') : none('too-short'),
      outputPerSecond: outputMs > 0 ? derived((itlMs.length * 1000) / outputMs, 'later-tokens-over-client-time') : none('too-short'),
    },
    gapsMs: itlMs,
  }
}

function serverTurn({ turn: { figures }, gapsMs }: CompareResultOf<'server-answer'>): ClientTurn {
  const { ttftMs, tpotMs, promptTokens, cachedTokens, clientTokensPerSecond } = figures
  return {
    figures: { ttftMs, tpotMs, promptTokens, cachedTokens, promptPerSecond: promptRate(figures), outputPerSecond: clientTokensPerSecond },
    gapsMs,
  }
}

function promptRate({ promptTokens, processedTokens, ttftMs }: CompareResultOf<'server-answer'>['turn']['figures']): Figure {
  const ms = figureValue(ttftMs)
  if (!ms) return none('too-short')
  const processed = figureValue(processedTokens)
  if (processed !== null) return derived((processed * 1000) / ms, 'processed-tokens-over-ttft')
  const all = figureValue(promptTokens)
  return all === null ? none('not-given') : derived((all * 1000) / ms, 'prompt-tokens-over-ttft')
}

export interface ClientFigure {
  /** The values of the turns that have one. */
  readonly values: readonly number[]
  /** The source in the first turn that has the value, or the reason why no turn has it. */
  readonly source: Figure
}

/** Needs at least one turn. */
export function clientFigures(turns: readonly ClientTurn[]): Readonly<Record<ClientFigureName, ClientFigure>> {
  const of = (name: ClientFigureName): ClientFigure => {
    const figures = turns.map((turn) => turn.figures[name])
    return {
      values: figures.flatMap((figure) => figureValue(figure) ?? []),
      source: figures.find(({ kind }) => kind !== 'none') ?? figures[0] ?? none('not-given'),
    }
  }
  return Object.fromEntries(clientFigureNames.map((name) => [name, of(name)])) as Record<ClientFigureName, ClientFigure>
}
