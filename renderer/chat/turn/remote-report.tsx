/** What is known of an answer that a server wrote, each figure with its source. */

import type { RemoteTurn } from '../../../core/contract/remote/remote-turn'
import { copy } from '../../../core/copy/copy'
import { shownModelName } from '../../../core/remote/server-facts'
import { figureExplanation, figureText } from '../../../core/remote/turn/figure-text'
import { type TurnFigureName, turnFigureNames } from '../../../core/remote/turn-figures'
import { formatCount, formatMs } from '../../../core/text/amounts'
import { CopyButton } from '../../ui/controls/copy-button'
import { Explained } from '../../ui/explained'
import { usePreferences } from '../../window/preference-store'

/** In the line below an answer. */
const shortNames: readonly TurnFigureName[] = ['cachedTokens', 'processedTokens', 'outputTokens', 'ttftMs', 'clientTokensPerSecond']

export function RemoteFigures({ remote }: { readonly remote: RemoteTurn }) {
  const details = usePreferences((values) => values.details)
  return (details ? shortFiguresOf(remote) : plainRemoteFiguresOf(remote)).map(({ text, meaning }, index, all) => (
    <span key={text} className="whitespace-nowrap">
      <Explained by={meaning}>{text}</Explained>
      {index < all.length - 1 && <span aria-hidden> ·</span>}
    </span>
  ))
}

function plainRemoteFiguresOf({ figures, stopReason }: RemoteTurn) {
  const { took, stops } = copy.cache.card
  const stop = stopReason === null || stopReason === 'end-of-text' ? [] : [stops[stopReason]]
  const known = (name: TurnFigureName) => {
    const figure = figures[name]
    return figure.kind === 'none' ? null : figure.value
  }
  const totalMs = known('totalMs')
  const speed = { outputTokens: known('outputTokens'), tokensPerSecond: known('clientTokensPerSecond'), ttftMs: known('ttftMs') }
  return [...(totalMs === null ? [] : [took(totalMs, speed)]), ...stop]
}

function shortFiguresOf({ figures, stopReason }: RemoteTurn) {
  const texts = copy.servers.figures
  const shown = shortNames
    .filter((name) => figures[name].kind !== 'none')
    .map((name) => ({
      text:
        name === 'clientTokensPerSecond' ? figureText(name, figures[name]) : `${texts.turn[name].name} ${figureText(name, figures[name])}`,
      meaning: figureExplanation(texts.turn[name].meaning, figures[name]),
    }))
  const stop = stopReason === null || stopReason === 'end-of-text' ? [] : [copy.chat.figures.stops[stopReason]]
  return [...shown, ...stop]
}

export function RemoteReport({ remote }: { readonly remote: RemoteTurn }) {
  return (
    <section aria-label={copy.chat.report.title} className="@container mt-1 rounded-lg border border-line bg-panel px-4 py-3 text-[12px]">
      <p className="mb-2 text-soft [overflow-wrap:anywhere]">
        {`${shownModelName(remote.server.model)} · ${copy.servers.kindAt(copy.servers.kinds[remote.server.kind], remote.server.url)}`}
      </p>
      <dl className="flex flex-col gap-y-0.5">
        {rowsOf(remote).map(({ name, meaning, value, source }) => (
          <div
            key={name}
            className="grid grid-cols-[9rem_5rem_minmax(0,1fr)] gap-x-3 @max-[30rem]:grid-cols-[minmax(0,1fr)_auto] @max-[30rem]:pb-1"
          >
            <dt className="text-faint">
              <Explained by={meaning} className="underline decoration-dotted decoration-line-strong underline-offset-3">
                {name}
              </Explained>
            </dt>
            <dd className="whitespace-nowrap text-right tabular-nums">{value}</dd>
            <dd className="text-faint [overflow-wrap:anywhere] @max-[30rem]:col-span-2">{source}</dd>
          </div>
        ))}
      </dl>
      <div className="mt-3 flex flex-wrap gap-2 border-line border-t pt-3">
        <CopyButton label={copy.chat.report.copyText} text={() => remoteReportAsText(remote)} isWide />
        <CopyButton label={copy.chat.report.copyJson} text={() => JSON.stringify(remote, null, 2)} isWide />
      </div>
    </section>
  )
}

const gapShares = ['p50', 'p90', 'p99'] as const

interface Row {
  readonly name: string
  readonly meaning: string
  readonly value: string
  readonly source: string
}

function rowsOf({ figures, pieces, gapsMs, stopReason }: RemoteTurn): Row[] {
  const texts = copy.servers.figures
  const rows = turnFigureNames.map((name) => ({
    ...texts.turn[name],
    value: figures[name].kind === 'none' ? '' : figureText(name, figures[name]),
    source: texts.source(figures[name]),
  }))
  const { ended } = copy.chat.report.rows
  return [
    ...rows,
    { ...texts.pieces, value: formatCount(pieces), source: texts.gapsSource },
    ...(gapsMs ? gapShares.map((share) => ({ ...texts.gaps(share), value: formatMs(gapsMs[share]), source: texts.gapsSource })) : []),
    ...(stopReason === null ? [] : [{ ...ended, value: '', source: copy.chat.report.values.stops[stopReason] }]),
  ]
}

export const remoteReportAsText = (remote: RemoteTurn): string =>
  [
    `${shownModelName(remote.server.model)}, ${copy.servers.kinds[remote.server.kind]}`,
    ...rowsOf(remote).map(({ name, value, source }) => `${name}: ${value === '' ? source : `${value} (${source})`}`),
  ].join('\n')
