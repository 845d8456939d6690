import { memo, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { wantedContextTokens } from '../../../core/kv/kv-settings-plan'
import { planCache } from '../../../core/kv/plan-cache'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { Segmented } from '../../ui/controls/segmented'
import { Section } from '../../ui/section'
import { billSettings, type PlannerSettings } from '../plan/planner-settings'
import { plannerStore } from '../plan/planner-store'
import { ComparedModels } from './compared-models'
import { growthContexts, growthLine, typeLines } from './growth'
import { GrowthChart } from './growth-chart'
import { GrowthLegend } from './growth-legend'

export interface GrowthSectionProps {
  readonly subject: PlanSubject
  readonly settings: PlannerSettings
}

export const GrowthSection = memo(function GrowthSection({ subject, settings }: GrowthSectionProps) {
  const compared = useStore(plannerStore, (state) => state.compared)
  const [by, setBy] = useState<'models' | 'types'>('models')
  const [scale, setScale] = useState<'log' | 'linear'>('log')
  const contextTokens = wantedContextTokens(settings, subject.shape)
  const contexts = useMemo(
    () =>
      growthContexts(
        Math.max(subject.shape.trainedTokens, ...(by === 'models' ? compared.map(({ subject }) => subject.shape.trainedTokens) : [])),
      ),
    [subject, compared, by],
  )
  const lines = useMemo(() => {
    if (by === 'types') return typeLines(subject.shape, settings, contexts)
    return [subject, ...compared.map((other) => other.subject)].map(({ shape, name }, at) =>
      growthLine(String(at), name, shape, settings, contexts),
    )
  }, [subject, compared, settings, contexts, by])
  const now = useMemo(() => {
    const here = (shape: PlanSubject['shape'], change: Partial<PlannerSettings>) => {
      const { refused, totalCacheBytes } = planCache(shape, billSettings(shape, { ...settings, contextTokens, ...change }))
      return refused ? null : totalCacheBytes
    }
    return lines.map(({ id }, at) => {
      if (by === 'models') return here((at === 0 ? subject : (compared[at - 1]?.subject ?? subject)).shape, {})
      const type = id as PlannerSettings['keyType']
      return here(subject.shape, { keyType: type, valueType: type })
    })
  }, [lines, by, subject, compared, settings, contextTokens])
  const { title, lines: lineTexts, axes } = copy.planner.growth
  return (
    <Section
      title={title}
      actions={
        <>
          <Segmented
            label={lineTexts.label}
            value={by}
            options={[
              { value: 'models', label: lineTexts.models },
              { value: 'types', label: lineTexts.types },
            ]}
            onChange={setBy}
          />
          <Segmented
            label={axes.label}
            value={scale}
            options={[
              { value: 'log', label: axes.log },
              { value: 'linear', label: axes.linear },
            ]}
            onChange={setScale}
          />
        </>
      }
    >
      <GrowthChart lines={lines} contexts={contexts} contextTokens={contextTokens} scale={scale} />
      <GrowthLegend lines={lines} bytes={now} contextTokens={contextTokens} removableFrom={by === 'models' ? 1 : null} />
      {by === 'models' && <ComparedModels />}
    </Section>
  )
})
