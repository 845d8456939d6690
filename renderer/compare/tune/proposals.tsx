import { useState } from 'react'
import { changedNames } from '../../../core/compare/variant-names'
import type { TuneProposal } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'

export function Proposals({ modelId, proposals }: { readonly modelId: string; readonly proposals: readonly TuneProposal[] }) {
  const texts = copy.compare.tune.proposals
  const stored = useStoredSettings(modelId)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const use = async ({ settings }: TuneProposal) => {
    if (!stored) return
    try {
      await appStore.getState().host?.models.saveKv({ modelId, kv: settings })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <>
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      <ul aria-label={texts.title} className="flex flex-col gap-1.5 text-[13px]">
        {proposals.map((proposal) => {
          const { goal, settings, isFaster } = proposal
          const isInUse = stored !== undefined && JSON.stringify(stored.kv) === JSON.stringify(settings)
          return (
            <li key={goal} className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2">
              <span className="font-medium">{texts.goals[goal]}</span>
              <span className="min-w-0 flex-1 leading-snug">
                {isFaster ? changedNames(settings, copy.compare.settingNames).join(' · ') : texts.unchanged}
                <span className="block text-[12px] text-faint">{texts.rates(proposal)}</span>
              </span>
              {isFaster && (
                <Button className="h-7" disabled={isInUse || !stored} onClick={() => void use(proposal)}>
                  {isInUse ? texts.inUse : texts.use}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </>
  )
}
