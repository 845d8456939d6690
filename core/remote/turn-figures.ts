/** Does not import zod, because the window imports this file. */
import type { Figure } from './figure'

/** The figures of a turn at a server. Times in ms. */
export const turnFigureNames = [
  'promptTokens',
  'cachedTokens',
  /** Prompt tokens that the server evaluated. */
  'processedTokens',
  'outputTokens',
  'reasoningTokens',
  /** From sending to the first piece with text. */
  'ttftMs',
  /** The server's time for the prompt. */
  'promptMs',
  /** The rest of the TTFT: network, queue and first token. */
  'otherTtftMs',
  /** The server's time for the output. */
  'outputMs',
  'tpotMs',
  'clientTokensPerSecond',
  'serverTokensPerSecond',
  'totalMs',
  'draftedTokens',
  'acceptedTokens',
] as const
export type TurnFigureName = (typeof turnFigureNames)[number]
export type TurnFigures = Readonly<Record<TurnFigureName, Figure>>
