import { useEffect, useState } from 'react'
import type { KvSettings } from '../../core/contract/kv-settings'
import type { ModelFile } from '../../core/contract/models'
import type { SamplingSettings } from '../../core/contract/sampling'
import type { Sentence } from '../../core/contract/sentences'
import { useApp } from '../app/use-app'
import { appStore } from '../client/app-store'
import { sentenceFor } from '../client/failures'
import { Button } from '../ui/button'
import { Told } from '../ui/told'
import { KvForm } from './kv-form'
import { SamplingForm } from './sampling-form'
import { useCacheShape } from './use-cache-shape'

interface Settings {
  readonly kv: KvSettings
  readonly sampling: SamplingSettings
}

/** The settings of the model that is shown; changes count once they are applied. */
export function SettingsPanel() {
  const file = useApp(({ app }) => (app && app.model.status !== 'none' ? app.model.file : null))
  if (!file) return <p className="p-4 text-[13px] text-faint">Settings belong to a model. Choose one first.</p>
  return <ModelSettings key={file.id} file={file} />
}

function ModelSettings({ file }: { readonly file: ModelFile }) {
  const host = useApp((state) => state.host)
  const [stored, setStored] = useState<Settings>()
  const [edited, setEdited] = useState<Settings>()
  const [trouble, setTrouble] = useState<Sentence>()
  const shape = useCacheShape(file.id)
  useEffect(() => {
    void host?.models.settings({ modelId: file.id }).then((settings) => {
      setStored(settings)
      setEdited(settings)
    })
  }, [host, file.id])
  if (!stored || !edited) return null

  const changed = JSON.stringify(stored) !== JSON.stringify(edited)
  const recreates = JSON.stringify(stored.kv) !== JSON.stringify(edited.kv)
  const apply = async () => {
    try {
      await appStore.getState().host?.models.saveSettings({ modelId: file.id, ...edited })
      setStored(edited)
      setTrouble(undefined)
    } catch (error) {
      setTrouble(sentenceFor(error))
    }
  }
  return (
    <form
      // The host checks values and says what is wrong; the browser's own balloons would only be in the way.
      noValidate
      className="flex min-h-full flex-col text-[13px]"
      onSubmit={(event) => {
        event.preventDefault()
        void apply()
      }}
    >
      <div className="flex-1 px-4 py-3">
        <p className="mb-2 truncate text-faint" title={file.path}>
          {file.name}
        </p>
        <KvForm value={edited.kv} file={file} shape={shape} onChange={(kv) => setEdited({ ...edited, kv })} />
        <SamplingForm value={edited.sampling} onChange={(sampling) => setEdited({ ...edited, sampling })} />
      </div>
      <div className="sticky bottom-0 flex flex-col gap-2 border-line border-t bg-panel p-3">
        {trouble && <Told tone="danger" sentence={trouble} onDismiss={() => setTrouble(undefined)} />}
        {recreates && (
          <p className="text-faint leading-snug">
            Applying creates the context anew: each conversation is processed again when it goes on.
          </p>
        )}
        <div className="flex gap-2">
          <Button look="primary" type="submit" disabled={!changed} className="flex-1">
            Apply
          </Button>
          <Button disabled={!changed} onClick={() => setEdited(stored)}>
            Undo
          </Button>
        </div>
      </div>
    </form>
  )
}
