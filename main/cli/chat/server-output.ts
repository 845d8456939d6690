import type { RemoteTurn } from '../../../core/contract/remote/remote-turn'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'
import { figureText } from '../../../core/remote/turn/figure-text'
import { type TurnFigureName, turnFigureNames } from '../../../core/remote/turn-figures'
import { formatCount, formatMs } from '../../../core/text/amounts'
import { note, print } from '../input/terminal'
import type { ReadAnswer } from './ask-engine'

export function printServerAnswers(written: readonly ReadAnswer[]): void {
  for (const [index, { text: answer, calls, remote, failure }] of written.entries()) {
    print(written.length > 1 ? `${index > 0 ? '\n' : ''}${index + 1}. ${answer}\n` : '\n')
    for (const call of calls) print(`${call.name} ${call.arguments}\n`)
    if (remote) note(figureLines(remote).join('\n'))
    // The command ends with the failure of a single answer.
    if (failure && written.length > 1) note(`${failure.code}: ${describeFailure(failure)}`)
  }
}

type Row = readonly [name: string, value: string, source: string]
const gapShares = ['p50', 'p90', 'p99'] as const

/** One figure and its source per line. */
function figureLines({ figures, pieces: count, gapsMs, stopReason }: RemoteTurn): string[] {
  const { turn, pieces, gaps, gapsSource, source } = copy.servers.figures
  const rows = turnFigureNames.map((name): Row => [turn[name].name, figureText(name, figures[name]), source(figures[name])])
  const gapRows = gapsMs ? gapShares.map((share): Row => [gaps(share).name, formatMs(gapsMs[share]), gapsSource]) : []
  const all = [...rows, [pieces.name, formatCount(count), gapsSource] as const, ...gapRows]
  const widths = [0, 1].map((column) => Math.max(...all.map((row) => (row[column] as string).length)))
  const lines = all.map(([name, value, from]) => `${name.padEnd(widths[0] as number)}  ${value.padStart(widths[1] as number)}  ${from}`)
  return stopReason === null ? lines : [...lines, stopReason]
}

export function serverAnswersAsJson(written: readonly ReadAnswer[]) {
  const [first] = written as [ReadAnswer]
  const own = asJson(first)
  return written.length > 1 ? { ...own, answers: written.map(asJson) } : own
}

const asJson = ({ text, reasoning, calls, remote, failure }: ReadAnswer) => ({
  text,
  reasoning,
  toolCalls: calls,
  stopReason: remote?.stopReason ?? null,
  ...(failure ? { failure } : {}),
  server: remote?.server ?? null,
  seed: remote?.seed ?? null,
  pieces: remote?.pieces ?? null,
  gapsMs: remote?.gapsMs ?? null,
  figures: (remote?.figures ?? null) as Readonly<Record<TurnFigureName, unknown>> | null,
})
