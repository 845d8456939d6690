import { useMemo } from 'react'
import { useStore } from 'zustand'
import type { ConnectedServer } from '../../../core/contract/remote/servers'
import { defaultKvSettings } from '../../../core/contract/settings/kv-defaults'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { describeFailure } from '../../../core/copy/failures'
import { shownModelName } from '../../../core/remote/server-facts'
import { appStore } from '../../client/app-store'
import { differences } from '../../settings/setting-reset'
import { changeEdits, editedSettings, editsOf, keepTyped, settingsEditsStore } from '../../settings/settings-edits'
import { useServerSampling } from '../../settings/use-server-sampling'
import { FailureAlert } from '../../ui/alert'
import { usePreferences } from '../../window/preference-store'
import { grammarState } from '../form/grammar-problem'
import { PlainFields } from '../form/plain-fields'
import { Resettable, resetsOf } from '../form/resettable'
import { SettingGroup } from '../form/setting-group'
import { useSavedSampling } from '../form/use-saved-sampling'
import { ServerSamplingForm } from './server-sampling-form'

export function ServerSettings({ server }: { readonly server: ConnectedServer }) {
  const stored = useServerSampling(server.id)
  return stored ? <Form key={server.id} server={server} {...stored} /> : null
}

interface FormProps {
  readonly server: ConnectedServer
  readonly sampling: SamplingSettings
  readonly defaults: SamplingSettings
}

function Form({ server, sampling, defaults }: FormProps) {
  const details = usePreferences((values) => values.details)
  const key = `server:${server.id}`
  const stored = useMemo(() => ({ kv: defaultKvSettings, sampling }), [sampling])
  const edits = useStore(settingsEditsStore, (all) => editsOf(all, key))
  const edited = editedSettings(stored, edits)
  const problem = grammarProblemOf(edited.sampling)
  const trouble = useSavedSampling({
    key,
    stored,
    edits,
    unfit: problem === undefined ? [] : ['grammar'],
    save: (change) => appStore.getState().host?.servers.changeSampling({ id: server.id, change }),
  })
  const found = differences(edited, defaults)
  const change = (sampled: Partial<SamplingSettings>) => changeEdits(key, stored, { sampling: sampled })
  const all = (
    <Resettable
      found={found}
      onReset={(names) => {
        for (const name of names) keepTyped(key, name, null)
        changeEdits(key, stored, { sampling: resetsOf(names, found, false).sampling })
      }}
    >
      <ServerSamplingForm
        isPlain={!details}
        kind={server.facts.kind}
        value={edited.sampling}
        typed={edits.typed}
        onTyped={(field, typed) => keepTyped(key, field, typed)}
        onChange={change}
      />
    </Resettable>
  )
  return (
    <div className="px-4 py-3 text-[13px]">
      <p className="mb-2 truncate text-faint" title={server.url}>
        {shownModelName(server.model)} ({server.name})
      </p>
      <p className="mb-2 text-[12px] text-faint leading-snug">{copy.servers.settings.note}</p>
      {trouble && <FailureAlert failure={trouble} />}
      {details ? (
        all
      ) : (
        <>
          <PlainFields value={edited.sampling} defaults={defaults} onChange={change} />
          <SettingGroup of="all" changed={Object.keys(found).length}>
            {all}
          </SettingGroup>
        </>
      )}
      {problem && (
        <p role="status" className="mt-2 text-danger leading-snug [overflow-wrap:anywhere]">
          {problem}
        </p>
      )}
    </div>
  )
}

function grammarProblemOf({ grammar }: SamplingSettings): string | undefined {
  if (grammar?.kind === 'gbnf') return describeFailure({ code: 'server-lacks-feature', facts: { feature: 'gbnf-grammar' } })
  return grammar ? grammarState(grammar).problem : undefined
}
