import { type FormEvent, useState } from 'react'
import type { ApiStatus } from '../../core/contract/app/api'
import { copy } from '../../core/copy/copy'
import { appStore } from '../client/app-store'
import { type ShownFailure, shownFailure } from '../client/failures'
import { useApiStatus } from '../client/use-api-status'
import { FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { setPreferences, usePreferences } from '../window/preference-store'
import { NetworkAccess, PortField, StartFailure } from './api-access'
import { ClientSetup } from './client-setup'
import { PreferenceGroup, PreferenceRow } from './preference-row'

interface MadeKey {
  readonly name: string
  readonly key: string
}

export function ApiSection() {
  const isOn = usePreferences(({ api }) => api)
  const checksModel = usePreferences(({ apiChecksModel }) => apiChecksModel)
  const removesHeader = usePreferences(({ apiRemovesHeader }) => apiRemovesHeader)
  const sortsTools = usePreferences(({ apiSortsTools }) => apiSortsTools)
  const keepsBodies = usePreferences(({ apiKeepsBodies }) => apiKeepsBodies)
  const status = useApiStatus()
  const [made, setMade] = useState<MadeKey>()
  const text = copy.preferences.api
  const makeKey = async (name: string) => {
    const result = await appStore.getState().host?.api.makeKey({ name })
    if (result) setMade({ name: name.trim(), key: result.key })
  }
  return (
    <PreferenceGroup title={text.title}>
      <PreferenceRow name={text.switch} note={text.note} isSwitch>
        <ToggleSwitch label={text.switch} checked={isOn} onChange={(api) => void setPreferences({ api })} />
      </PreferenceRow>
      {isOn && status && (
        <>
          {status.failure ? <StartFailure failure={status.failure} /> : <Address url={status.url} />}
          <PortField />
          <NetworkAccess status={status} makeKey={makeKey} />
          <Keys keys={status.keys} made={made} makeKey={makeKey} onRevoked={(name) => made?.name === name && setMade(undefined)} />
          {status.url !== null && <ClientSetup url={status.url} madeKey={made?.key ?? null} />}
          <PreferenceRow name={text.checkModel} note={text.checkModelNote} isSwitch>
            <ToggleSwitch
              label={text.checkModel}
              checked={checksModel}
              onChange={(apiChecksModel) => void setPreferences({ apiChecksModel })}
            />
          </PreferenceRow>
          <PreferenceRow name={text.removeHeader} note={text.removeHeaderNote} isSwitch>
            <ToggleSwitch
              label={text.removeHeader}
              checked={removesHeader}
              onChange={(apiRemovesHeader) => void setPreferences({ apiRemovesHeader })}
            />
          </PreferenceRow>
          <PreferenceRow name={text.sortTools} note={text.sortToolsNote} isSwitch>
            <ToggleSwitch
              label={text.sortTools}
              checked={sortsTools}
              onChange={(apiSortsTools) => void setPreferences({ apiSortsTools })}
            />
          </PreferenceRow>
          <PreferenceRow name={text.keepBodies} note={text.keepBodiesNote} isSwitch>
            <ToggleSwitch
              label={text.keepBodies}
              checked={keepsBodies}
              onChange={(apiKeepsBodies) => void setPreferences({ apiKeepsBodies })}
            />
          </PreferenceRow>
        </>
      )}
    </PreferenceGroup>
  )
}

function Address({ url }: { readonly url: string | null }) {
  const text = copy.preferences.api
  return (
    <PreferenceRow name={text.address} {...(url === null ? {} : { note: text.addressNote(url) })}>
      {url === null ? (
        <span className="text-faint">{text.starting}</span>
      ) : (
        <span className="flex items-center gap-2">
          <code data-testid="api-address">{url}</code>
          <CopyButton label={text.copyAddress} text={() => url} />
        </span>
      )}
    </PreferenceRow>
  )
}

interface KeysProps extends Pick<ApiStatus, 'keys'> {
  readonly made: MadeKey | undefined
  readonly makeKey: (name: string) => Promise<void>
  readonly onRevoked: (name: string) => void
}

function Keys({ keys, made, makeKey, onRevoked }: KeysProps) {
  const text = copy.preferences.api
  const [name, setName] = useState('')
  const [trouble, setTrouble] = useState<ShownFailure>()
  const make = async (event: FormEvent) => {
    event.preventDefault()
    setTrouble(undefined)
    try {
      await makeKey(name)
      setName('')
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  const revoke = async (revoked: string) => {
    onRevoked(revoked)
    try {
      await appStore.getState().host?.api.revokeKey({ name: revoked })
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  return (
    <>
      <PreferenceRow name={text.keys} note={text.keysNote}>
        <form className="flex items-center gap-2" onSubmit={(event) => void make(event)}>
          <input
            aria-label={text.keyName}
            placeholder={text.keyName}
            value={name}
            maxLength={64}
            onChange={({ target }) => setName(target.value)}
            className="h-8 w-44 rounded-md border border-line-strong bg-raised px-2"
          />
          <Button type="submit" disabled={name.trim() === ''}>
            {text.makeKey}
          </Button>
        </form>
      </PreferenceRow>
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      {made && (
        <PreferenceRow name={text.newKey(made.name)} note={text.newKeyNote}>
          <span className="flex items-center gap-2">
            <code data-testid="api-key">{made.key}</code>
            <CopyButton label={text.copyKey} text={() => made.key} />
          </span>
        </PreferenceRow>
      )}
      {keys.map((key) => (
        <PreferenceRow key={key.name} name={key.name} note={text.ending(key.ending)}>
          <Button aria-label={text.revoke(key.name)} onClick={() => void revoke(key.name)}>
            {text.revokeShort}
          </Button>
        </PreferenceRow>
      ))}
    </>
  )
}
