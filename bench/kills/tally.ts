import { formatCount, formatMs } from '../../core/text/amounts'

export interface Tally {
  kills: number
  whileStreaming: number
  withLab: number
  withTrial: number
  acknowledged: number
  /** Acknowledged messages that were missing on disk or after the next start. */
  readonly lost: Set<string>
  damaged: number
  /** Saved caches that were found after kills. A file counts once per kill. */
  caches: number
  damagedCaches: number
  news: number
  /** Answers that were stored with less text than was shown, although only the engine was killed. */
  cutOff: number
  /** Processes that were still running 5 s after the kill. */
  left: number
  longestMs: number
  failures: number
}

export const newTally = (): Tally => ({
  kills: 0,
  whileStreaming: 0,
  withLab: 0,
  withTrial: 0,
  acknowledged: 0,
  lost: new Set(),
  damaged: 0,
  caches: 0,
  damagedCaches: 0,
  news: 0,
  cutOff: 0,
  left: 0,
  longestMs: 0,
  failures: 0,
})

export const hasFaults = ({ lost, damaged, damagedCaches, news, cutOff, left, failures }: Tally): boolean =>
  lost.size + damaged + damagedCaches + news + cutOff + left + failures > 0

export function table(host: Tally, engine: Tally): string {
  const row = (what: string, value: (tally: Tally) => string) => `| ${what} | ${value(host)} | ${value(engine)} |`
  const counted = (what: string, value: (tally: Tally) => number) => row(what, (tally) => formatCount(value(tally)))
  return [
    '| SIGKILL to | the host | its engine |',
    '|---|---:|---:|',
    counted('kills', ({ kills }) => kills),
    counted('of them while an answer was being written', ({ whileStreaming }) => whileStreaming),
    counted('of them while the Lab was computing', ({ withLab }) => withLab),
    counted('of them during a backend trial', ({ withTrial }) => withTrial),
    counted('messages acknowledged', ({ acknowledged }) => acknowledged),
    counted('lost', ({ lost }) => lost.size),
    counted('`PRAGMA integrity_check` not ok', ({ damaged }) => damaged),
    counted('saved caches checked', ({ caches }) => caches),
    counted('of them damaged', ({ damagedCaches }) => damagedCaches),
    counted('starts that reported a problem', ({ news }) => news),
    `| answers stored with less text than was shown | – | ${formatCount(engine.cutOff)} |`,
    counted('processes still running after 5 s', ({ left }) => left),
    row('longest time a process outlived the kill', ({ longestMs }) => formatMs(longestMs)),
    '',
  ].join('\n')
}
