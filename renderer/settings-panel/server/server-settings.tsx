import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { ConnectedServer } from '../../../core/contract/remote/servers'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'
import { shownModelName } from '../../../core/remote/server-facts'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { firstTypedProblem } from '../../settings/number-fields'
import { changeEdits, discardEdits, editedSettings, editsOf, keepTyped, settingsEditsStore } from '../../settings/settings-edits'
import { useServerSampling } from '../../settings/use-server-sampling'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { grammarState } from '../form/grammar-problem'
import { ServerSamplingForm } from './server-sampling-form'

export function ServerSettings({ server }: { readonly server: ConnectedServer }) {
  const sampling = useServerSampling(server.id)
  return sampling ? <Form key={server.id} server={server} stored={sampling} /> : null
}

function Form({ server, stored: sampling }: { readonly server: ConnectedServer; readonly stored: SamplingSettings }) {
  const key = `server:${server.id}`
  const stored = { kv: defaultKvSettings, sampling }
  const edits = useStore(settingsEditsStore, (all) => editsOf(all, key))
  const edited = editedSettings(stored, edits).sampling
  const [trouble, setTrouble] = useState<ShownFailure>()
  const isChanged = JSON.stringify(edited) !== JSON.stringify(sampling)
  const problem = firstTypedProblem(edits.typed) ?? grammarProblemOf(edited)
  const text = copy.settings.apply
  const apply = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await appStore.getState().host?.servers.saveSettings({ id: server.id, sampling: edited })
      discardEdits(key)
      setTrouble(undefined)
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <form className="flex min-h-full flex-col text-[13px]" noValidate onSubmit={(event) => void apply(event)}>
      <div className="flex-1 px-4 py-3">
        <p className="mb-2 truncate text-faint" title={server.url}>
          {shownModelName(server.model)} ({server.name})
        </p>
        <p className="mb-2 text-[12px] text-faint leading-snug">{copy.servers.settings.note}</p>
        <ServerSamplingForm
          kind={server.facts.kind}
          value={edited}
          typed={edits.typed}
          onTyped={(field, typed) => keepTyped(key, field, typed)}
          onChange={(change) => changeEdits(key, stored, { sampling: change })}
        />
      </div>
      <div className="sticky bottom-0 flex flex-col gap-2 border-line border-t bg-panel p-3">
        {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
        {problem && (
          <p role="status" className="text-danger leading-snug [overflow-wrap:anywhere]">
            {problem}
          </p>
        )}
        <div className="flex gap-2">
          <Button look="primary" type="submit" disabled={!isChanged || problem !== undefined} className="flex-1">
            {text.apply}
          </Button>
          <Button disabled={!isChanged && Object.keys(edits.typed).length === 0} onClick={() => discardEdits(key)}>
            {text.undo}
          </Button>
        </div>
      </div>
    </form>
  )
}

function grammarProblemOf({ grammar }: SamplingSettings): string | undefined {
  if (grammar?.kind === 'gbnf') return describeFailure({ code: 'server-lacks-feature', facts: { feature: 'gbnf-grammar' } })
  return grammar ? grammarState(grammar).problem : undefined
}
