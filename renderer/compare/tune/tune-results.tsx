import { useMemo } from 'react'
import { ratesOf } from '../../../core/compare/statistics/compare-rates'
import { formatMeasuredRate } from '../../../core/compare/statistics/format-rate'
import { testName } from '../../../core/compare/test-name'
import { changedNames } from '../../../core/compare/variant-names'
import type { CompareCell, CompareRun } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'
import { Section } from '../../ui/section'
import { estimateOf } from '../measured/measured-settings'
import { Proposals } from './proposals'

export function TuneResults({ run }: { readonly run: CompareRun }) {
  const texts = copy.compare.tune
  const rows = useMemo(() => run.results.map(rowOf), [run.results])
  const fastest = new Set(run.proposals.map(({ cell }) => cell))
  return (
    <>
      {run.proposals.length > 0 ? (
        <Section title={texts.proposals.title}>
          <Proposals modelId={run.model.id} proposals={run.proposals} />
        </Section>
      ) : (
        run.state !== 'running' && <p className="text-[13px] text-soft">{texts.unfinished}</p>
      )}
      <Section title={texts.tried.title} note={texts.tried.note}>
        <div className="overflow-x-auto rounded-lg border border-line bg-raised">
          <table className="w-full text-[13px]">
            <thead>
              <tr className="border-line border-b text-left text-soft">
                {[texts.tried.test, texts.tried.settings].map((title) => (
                  <th key={title} scope="col" className="px-3 py-1.5 font-normal">
                    {title}
                  </th>
                ))}
                <th scope="col" className="px-3 py-1.5 text-right font-normal">
                  {texts.tried.speed}
                </th>
                <th scope="col" className="px-3 py-1.5 text-right font-normal">
                  {texts.tried.repetitions}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ index, test, names, speed, repetitions, absence }) => (
                <tr key={index} className={`border-line border-b last:border-0 ${fastest.has(index) ? 'font-medium' : ''}`}>
                  <td className="whitespace-nowrap px-3 py-1">{test}</td>
                  <td className="px-3 py-1">
                    {names}
                    {fastest.has(index) && (
                      <span className="ml-2 rounded bg-accent-soft px-1.5 text-[12px] text-accent">{texts.tried.fastest}</span>
                    )}
                  </td>
                  <td className="whitespace-nowrap px-3 py-1 text-right">{speed ?? <span className="text-faint">{absence}</span>}</td>
                  <td className="px-3 py-1 text-right">{repetitions}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Section>
    </>
  )
}

function rowOf({ index, task, result, failure, state }: CompareCell) {
  const test = task.kind === 'speed' ? task.test : null
  const samples = result?.kind === 'speed' ? result.samplesNs : []
  const tokens = test ? test.prompt + test.generated : 0
  const rate = estimateOf(ratesOf(tokens, samples))
  return {
    index,
    test: test ? testName(test) : '',
    names: task.kind === 'server' ? '' : changedNames(task.settings, copy.compare.settingNames).join(' · '),
    speed: rate && formatMeasuredRate(rate.value, rate.error),
    repetitions: samples.length,
    absence: failure ? describeFailure(failure) : state === 'waiting' || state === 'running' ? '…' : copy.compare.tune.tried.notMeasured,
  }
}
