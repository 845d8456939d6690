import { useState } from 'react'
import type { TypeSearch } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useStoredSettings } from '../../settings/use-stored-settings'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'

export interface FoundTypesProps {
  readonly modelId: string
  readonly found: TypeSearch
  readonly canSearch: boolean
  readonly onSearch: () => void
  readonly onShow: () => void
}

export function FoundTypes({ modelId, found, canSearch, onSearch, onShow }: FoundTypesProps) {
  const texts = copy.compare.gate.search
  const stored = useStoredSettings(modelId)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const { cheapest, isCurrent } = found
  const types = cheapest && { keyType: cheapest.settings.keyType, valueType: cheapest.settings.valueType }
  const isInUse = types !== null && stored?.kv.keyType === types.keyType && stored.kv.valueType === types.valueType
  const use = async () => {
    if (!stored || !types) return
    try {
      await appStore.getState().host?.models.saveKv({ modelId, kv: { ...stored.kv, ...types } })
      setTrouble(undefined)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-[13px]">
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-lg border border-line bg-raised px-3 py-2">
        <span className="min-w-0 flex-1 basis-48 leading-snug">
          {texts.found(found)}
          <span className="block text-[12px] text-faint">
            {texts.limits(found)}{' '}
            <button type="button" className="underline" onClick={onShow}>
              {texts.showRun}
            </button>
          </span>
        </span>
        {isCurrent && types && (
          <Button className="h-7" disabled={isInUse || !stored} onClick={() => void use()}>
            {isInUse ? texts.inUse : texts.use}
          </Button>
        )}
        {!isCurrent && (
          <Button className="h-7" disabled={!canSearch} onClick={onSearch}>
            {texts.again}
          </Button>
        )}
      </div>
      {!isCurrent && <p className="text-[12px] text-warning leading-snug">{texts.changed}</p>}
    </div>
  )
}
