import { memo, useMemo, useState } from 'react'
import { isWorseThanGuessing } from '../../../core/compare/statistics/thresholds'
import type { CompareRun } from '../../../core/contract/compare/compare-runs'
import type { GoodputLimits } from '../../../core/contract/compare/compare-tasks'
import { copy } from '../../../core/copy/copy'
import { serverKinds, shownModelName } from '../../../core/remote/server-facts'
import { formatBytes } from '../../../core/text/amounts'
import { Choice } from '../../ui/controls/choice'
import { Explained } from '../../ui/explained'
import { NumberInput } from '../../ui/fields/number-input'
import { Section } from '../../ui/section'
import type { MeasuredServer, MeasuredSetting } from '../measured/measured-setting'
import { measuredSettings } from '../measured/measured-settings'
import { depthsOf, type Reading } from '../measured/measures'
import { runName } from '../run/run-name'
import { useRuns } from '../run/run-store'
import { TuneResults } from '../tune/tune-results'
import { Charts } from './charts'
import { FailedCells } from './failed-cells'
import { GateList } from './gate-list'
import { ResultTable } from './result-table'
import { RunHeader } from './run-header'
import { RunProgress } from './run-progress'
import { SideBySide } from './side-by-side'
import { VerdictList } from './verdict-list'

/** Color and dashes can distinguish only this many settings. */
const mostCharted = 7
const firstLimits: GoodputLimits = { ttftMs: 500, itlMs: 50 }

export function RunView() {
  const shown = useRuns((state) => state.shown)
  const read = useRuns((state) => state.read)
  const progress = useRuns((state) => state.progress)
  const runs = useMemo(() => shown.flatMap((id) => read[id] ?? []), [shown, read])
  const [first] = runs
  if (!first) return <p role="status">{copy.compare.run.loading}</p>
  const running = runs.find(({ id }) => id === progress?.runId)
  return (
    <div className="flex flex-col gap-4">
      {runs.map((run, at) => (
        <RunHeader key={run.id} run={run} shownIds={shown} isOverlay={at > 0} />
      ))}
      {running && progress && <RunProgress progress={progress} run={running} />}
      {runs.length === 1 && first.kind === 'tune' ? <TuneResults run={first} /> : <Results key={first.id} runs={runs} />}
    </div>
  )
}

/** Progress changes more often than results. */
const Results = memo(function Results({ runs }: { readonly runs: readonly CompareRun[] }) {
  const { settings, references } = useMemo(() => settingsOf(runs), [runs])
  const depths = depthsOf(settings)
  const [depth, setDepth] = useState<number>()
  const [limits, setLimits] = useState<GoodputLimits>(runs[0]?.plan?.latency?.limits ?? firstLimits)
  const [chosen, setChosen] = useState<readonly string[]>()
  const charted = chosen ?? settings.slice(0, mostCharted).map(({ id }) => id)
  const reading = useMemo<Reading>(() => ({ limits, depth: depth ?? depths[0] ?? 0 }), [limits, depth, depths[0]])
  const inCharts = useMemo(() => charted.flatMap((id) => settings.find((setting) => setting.id === id) ?? []), [charted.join(), settings])
  const onChart = (id: string, on: boolean) =>
    setChosen(on ? [...charted, id].slice(-mostCharted) : charted.filter((other) => other !== id))
  const hasLatency = settings.some(({ latency }) => latency !== null && latency.turns.length > 0)
  if (settings.every(isEmpty))
    return (
      <p className="py-10 text-center text-[13px] text-faint">
        {runs.some(({ state }) => state === 'running') ? copy.compare.run.noResultsYet : copy.compare.run.noResults}
      </p>
    )
  return (
    <>
      {runs.map((run) => (
        <GateList key={run.id} run={run} />
      ))}
      {runs.map((run) => (
        <UnsuitableText key={run.id} run={run} settings={settings} />
      ))}
      <VerdictList settings={settings} references={references} reading={reading} />
      <Section
        title={copy.compare.table.title}
        note={copy.compare.table.note}
        actions={
          <>
            {hasLatency && <LimitFields limits={limits} onChange={setLimits} />}
            {depths.length > 1 && (
              <div className="w-36">
                <Choice
                  label={copy.compare.table.depthLabel}
                  value={String(reading.depth)}
                  options={depths.map((tokens) => ({ value: String(tokens), label: copy.compare.table.depth(tokens) }))}
                  onChange={(value) => setDepth(Number(value))}
                />
              </div>
            )}
          </>
        }
      >
        <ResultTable settings={settings} references={references} reading={reading} charted={charted} onChart={onChart} />
        {settings.length > mostCharted && (
          <p className="mt-1 text-[12px] text-faint">{copy.compare.table.charted(charted.length, settings.length, mostCharted)}</p>
        )}
      </Section>
      <Charts settings={inCharts} source={sourceOf(runs)} />
      <SideBySide settings={inCharts} />
      <FailedCells settings={settings} />
      <Methods settings={settings} />
      <Servers settings={settings} />
    </>
  )
})

function settingsOf(runs: readonly CompareRun[]) {
  const references = new Map<string, MeasuredSetting>()
  const settings = runs.flatMap((run) => {
    const own = measuredSettings(run).map((setting) =>
      runs.length > 1 ? { ...setting, name: `${setting.name} (${runName(run)})` } : setting,
    )
    const reference = own.find(({ isReference }) => isReference)
    if (reference) for (const { id } of own) references.set(id, reference)
    return own
  })
  return { settings, references }
}

const isEmpty = ({ memory, speeds, latency, quality, passkey, suite, cacheless, answers, failed }: MeasuredSetting): boolean =>
  !memory &&
  speeds.length === 0 &&
  !latency &&
  !quality &&
  !passkey &&
  !suite.toolCalls &&
  !suite.schemas &&
  !suite.schemasWithGrammar &&
  !cacheless &&
  answers.length === 0 &&
  failed.length === 0

const sourceOf = (runs: readonly CompareRun[]): string =>
  [
    ...new Set(
      runs.map(({ model, machine }) =>
        [model.name, machine.cpu, machine.memoryBytes > 0 ? formatBytes(machine.memoryBytes) : ''].filter(Boolean).join(', '),
      ),
    ),
  ].join('; ')

function UnsuitableText({ run, settings }: { readonly run: CompareRun; readonly settings: readonly MeasuredSetting[] }) {
  const { vocabularyTokens } = run.model
  const ofReference = settings.find(({ runId, quality }) => runId === run.id && quality?.referencePerplexity)?.quality?.referencePerplexity
  if (!ofReference || !isWorseThanGuessing(ofReference, vocabularyTokens)) return null
  return <p className="text-[13px] text-warning leading-snug">{copy.compare.table.unsuitableText(ofReference, vocabularyTokens)}</p>
}

interface LimitFieldsProps {
  readonly limits: GoodputLimits
  readonly onChange: (limits: GoodputLimits) => void
}

function LimitFields({ limits, onChange }: LimitFieldsProps) {
  const texts = copy.compare.table.limits
  return (
    <fieldset className="flex items-center gap-1.5 text-[12px]">
      <legend className="sr-only">{texts.label}</legend>
      <Explained by={texts.meaning} className="text-soft">
        {texts.ttft}
      </Explained>
      <span className="w-16">
        <NumberInput
          label={texts.ttftField}
          value={limits.ttftMs}
          range={{ least: 0, most: 10_000_000 }}
          onChange={(ttftMs) => ttftMs !== null && onChange({ ...limits, ttftMs })}
        />
      </span>
      <span className="text-soft">{texts.itl}</span>
      <span className="w-16">
        <NumberInput
          label={texts.itlField}
          value={limits.itlMs}
          range={{ least: 0, most: 10_000_000 }}
          onChange={(itlMs) => itlMs !== null && onChange({ ...limits, itlMs })}
        />
      </span>
      <span className="text-soft">{texts.end}</span>
    </fieldset>
  )
}

function Servers({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const about = settings.flatMap(({ name, server }) => (server ? [aboutServer(name, server)] : []))
  if (about.length === 0) return null
  return <p className="text-[12px] text-faint leading-snug [overflow-wrap:anywhere]">{copy.compare.table.servers(about)}</p>
}

function aboutServer(setting: string, { kind, version, name, model }: MeasuredServer): string {
  const known = serverKinds.find((one) => one === kind)
  const kindText = [known ? copy.servers.kinds[known] : kind, version].filter(Boolean).join(' ')
  return copy.compare.table.server(setting, model === null ? '' : shownModelName(model), kindText, name ?? '')
}

function Methods({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const methods = settings.flatMap(({ quality }) => quality?.method ?? [])
  const scored = [...new Set(settings.flatMap(({ quality }) => quality?.scoredTokens ?? []))]
  if (methods.length === 0) return null
  return <p className="text-[12px] text-faint leading-snug">{copy.compare.table.quality(scored, methods)}</p>
}
