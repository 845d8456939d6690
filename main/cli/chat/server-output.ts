import type { RemoteTurn } from '../../../core/contract/remote/remote-turn'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'
import { figureText } from '../../../core/remote/turn/figure-text'
import { type TurnFigureName, turnFigureNames } from '../../../core/remote/turn-figures'
import { formatMs } from '../../../core/text/amounts'
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

/** One figure and its source per line. */
function figureLines({ figures, gapsMs, pieces, stopReason }: RemoteTurn): string[] {
  const { turn, gaps, source } = copy.servers.figures
  const rows = turnFigureNames.map((name): [string, string, string] => [
    turn[name].name,
    figureText(name, figures[name]),
    source(figures[name]),
  ])
  const gapText = gapsMs ? `p50 ${formatMs(gapsMs.p50)}, p90 ${formatMs(gapsMs.p90)}, p99 ${formatMs(gapsMs.p99)}` : ''
  const all = gapsMs ? [...rows, [gaps.name, gapText, `${source({ kind: 'measured', value: 0 })}, ${pieces} pieces`] as const] : rows
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
