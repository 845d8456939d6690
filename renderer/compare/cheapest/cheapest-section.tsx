import { useState } from 'react'
import { localVariants } from '../../../core/compare/on-server'
import { qualityGrades } from '../../../core/compare/statistics/thresholds'
import type { TypeSearch } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { Button } from '../../ui/controls/button'
import { Choice } from '../../ui/controls/choice'
import { Labelled, Problem } from '../../ui/fields/form-field'
import { NumberInput } from '../../ui/fields/number-input'
import { Section } from '../../ui/section'
import { openRun, start, useRuns } from '../run/run-store'
import type { ComparisonSetup } from '../setup/comparison-setup'
import { type PlanOfSetup, planOfSetup } from '../setup/plan-of-setup'
import { useSetup } from '../setup/setup-store'
import { FoundTypes } from './found-types'
import { useTypeSearch } from './use-type-search'

/** Excludes 0, which only the reference meets, and infinity, which every setting meets. */
const grades = qualityGrades.filter(({ mostNats }) => mostNats > 0 && Number.isFinite(mostNats))
const firstNats = 0.011

export function CheapestSection({ modelId }: { readonly modelId: string }) {
  const texts = copy.compare.gate.search
  const stored = useStoredSettings(modelId)
  const isRunning = useRuns((state) => state.progress !== null)
  const [maxNats, setMaxNats] = useState<number>(firstNats)
  const [lossPercent, setLossPercent] = useState<number | null>(null)
  const found = useTypeSearch(modelId)
  const setup = useSetup((state) => state)
  const limits = { maxNats, maxRecallLoss: lossPercent === null ? null : lossPercent / 100 }
  const { problems } = planOf(setup, modelId, limits)
  const canSearch = stored !== undefined && !isRunning
  const search = (wanted: TypeSearch['limits']) => {
    const { plan } = planOf(setup, modelId, wanted)
    if (!plan || !stored) return
    const reference = { ...stored.kv, keyType: 'f16', valueType: 'f16' } as const
    void start((compare) => compare.start({ ...plan, variants: [reference], gate: { ...wanted, isSearch: true } }))
  }
  return (
    <Section title={texts.title} note={texts.note}>
      <div className="flex flex-wrap items-end gap-3 text-[13px]">
        <div className="w-72 max-w-full">
          <Labelled {...texts.divergence}>
            <Choice
              label={texts.divergence.label}
              value={String(maxNats)}
              options={grades.map(({ grade, mostNats }) => ({ value: String(mostNats), label: texts.limit(grade, mostNats) }))}
              onChange={(value) => setMaxNats(Number(value))}
            />
          </Labelled>
        </div>
        <div className="w-40">
          <Labelled {...texts.recall}>
            <NumberInput
              label={texts.recall.label}
              value={lossPercent}
              range={{ least: 0, most: 100, fractions: true }}
              placeholder={texts.recall.none}
              onChange={setLossPercent}
            />
          </Labelled>
        </div>
        <Button disabled={!canSearch || problems !== null} onClick={() => search(limits)}>
          {texts.start}
        </Button>
      </div>
      <Problem text={problems ? Object.values(problems)[0] : undefined} />
      {found && (
        <FoundTypes
          modelId={modelId}
          found={found}
          canSearch={canSearch && planOf(setup, modelId, found.limits).problems === null}
          onSearch={() => search(found.limits)}
          onShow={() => openRun(found.runId)}
        />
      )}
    </Section>
  )
}

/** Runs only the parts that a limit needs. */
const planOf = (setup: ComparisonSetup, modelId: string, { maxNats, maxRecallLoss }: TypeSearch['limits']): PlanOfSetup =>
  planOfSetup({
    ...setup,
    modelId,
    variants: localVariants(setup.variants),
    title: copy.compare.gate.search.runTitle,
    isOn: {
      speed: false,
      latency: false,
      quality: maxNats !== null,
      passkey: maxRecallLoss !== null,
      toolCalls: false,
      schemas: false,
      answers: false,
      cacheless: false,
    },
  })
