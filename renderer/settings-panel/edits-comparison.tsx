import type { KvSettings } from '../../core/contract/settings/kv-settings'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { verdictOfVariant } from '../compare/results/verdict-of-variant'
import { openRun, showForm } from '../compare/run/run-store'
import { presetParts } from '../compare/setup/comparison-setup'
import { changeSetup } from '../compare/setup/setup-store'
import { Button } from '../ui/controls/button'
import { showScreen } from '../window/window-store'
import { useComparisonOf } from './use-comparison-of'

export interface EditsComparisonProps {
  readonly modelId: string
  readonly current: KvSettings
  readonly edited: KvSettings
}

export function EditsComparison({ modelId, current, edited }: EditsComparisonProps) {
  const texts = copy.settings.comparison
  const trainedTokens = useApp((state) => state.models.find(({ id }) => id === modelId)?.trainedTokens ?? 0)
  const found = useComparisonOf(modelId, current, edited)
  const verdict = found && verdictOfVariant(found.run, found.variant)
  const compare = () => {
    const parts = presetParts('quick', { trainedTokens })
    const isOn = { ...parts.isOn, latency: false, answers: false }
    changeSetup({ ...parts, isOn, modelId, title: '', variants: [current, edited] })
    showForm()
    showScreen('compare')
  }
  return (
    <section aria-label={texts.label} className="mt-1 mb-2 rounded-md border border-line bg-raised px-2.5 py-2 leading-snug">
      {found && verdict ? (
        <p className="mb-1.5 text-[12px]">
          {texts.verdict(verdict)}{' '}
          <button
            type="button"
            className="underline"
            onClick={() => {
              openRun(found.run.id)
              showScreen('compare')
            }}
          >
            {texts.showRun}
          </button>
        </p>
      ) : (
        <p className="mb-1.5 text-[12px] text-soft">{texts.none}</p>
      )}
      <Button className="h-7" onClick={compare}>
        {verdict ? texts.again : texts.compare}
      </Button>
    </section>
  )
}
