/** Where the API server listens: its port, and whether other machines can reach it. */
import { type FormEvent, useId, useState } from 'react'
import type { ApiStatus } from '../../core/contract/app/api'
import { isPort } from '../../core/contract/app/preference-values'
import { copy } from '../../core/copy/copy'
import { describeFailure } from '../../core/copy/failures'
import { type ShownFailure, shownFailure } from '../client/failures'
import { Alert, FailureAlert } from '../ui/alert'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { ToggleSwitch } from '../ui/controls/toggle-switch'
import { setPreferences, usePreferences } from '../window/preference-store'
import { PreferenceRow } from './preference-row'

/** undefined if the text is not a port. */
function portIn(typed: string): number | null | undefined {
  const text = typed.trim()
  if (text === '') return null
  return /^\d+$/.test(text) && isPort(Number(text)) ? Number(text) : undefined
}

export function PortField() {
  const id = useId()
  const port = usePreferences(({ apiPort }) => apiPort)
  /** undefined while the field shows the port in use. */
  const [typed, setTyped] = useState<string>()
  const [refused, setRefused] = useState<string>()
  const text = copy.preferences.api
  const apply = (event?: FormEvent) => {
    event?.preventDefault()
    if (typed === undefined) return
    const wanted = portIn(typed)
    if (wanted === undefined) return setRefused(typed.trim())
    setRefused(undefined)
    setTyped(undefined)
    if (wanted !== port) void setPreferences({ apiPort: wanted })
  }
  return (
    <PreferenceRow name={text.port} note={text.portNote}>
      <form className="w-44" onSubmit={apply}>
        <input
          aria-label={text.port}
          aria-invalid={refused !== undefined}
          aria-describedby={refused === undefined ? undefined : id}
          inputMode="numeric"
          autoComplete="off"
          placeholder={text.portPlaceholder}
          value={typed ?? port ?? ''}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => apply()}
          className={`h-8 w-full rounded-md border bg-raised px-2.5 placeholder:text-faint ${refused === undefined ? 'border-line-strong' : 'border-danger'}`}
        />
        {refused !== undefined && (
          <p id={id} role="alert" className="mt-0.5 text-[12px] text-danger leading-snug [overflow-wrap:anywhere]">
            {describeFailure({ code: 'api-port-refused', facts: { typed: refused } })}
          </p>
        )}
      </form>
    </PreferenceRow>
  )
}

/** The button starts the server again, because each change of the preferences does. */
export function StartFailure({ failure }: { readonly failure: ShownFailure }) {
  return (
    <div className="mb-2.5">
      <FailureAlert failure={failure}>
        <Button onClick={() => void setPreferences({ api: true })}>{copy.preferences.api.tryAgain}</Button>
      </FailureAlert>
    </div>
  )
}

interface NetworkAccessProps {
  readonly status: ApiStatus
  readonly makeKey: (name: string) => Promise<void>
}

export function NetworkAccess({ status: { url, network, keys }, makeKey }: NetworkAccessProps) {
  const isOn = usePreferences(({ apiOnNetwork }) => apiOnNetwork)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const [isChanging, setChanging] = useState(false)
  const text = copy.preferences.api
  const change = async (apiOnNetwork: boolean) => {
    setTrouble(undefined)
    setChanging(true)
    try {
      if (apiOnNetwork && keys.length === 0) await makeKey(text.networkKey)
      await setPreferences({ apiOnNetwork })
    } catch (error) {
      setTrouble(shownFailure(error))
    } finally {
      setChanging(false)
    }
  }
  return (
    <>
      <PreferenceRow name={text.network} note={text.networkNote} isSwitch>
        <ToggleSwitch label={text.network} checked={isOn} disabled={isChanging} onChange={(isWanted) => void change(isWanted)} />
      </PreferenceRow>
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
      {isOn && (
        <div className="mb-2.5">
          <Alert tone="warning" sentence={{ what: text.notEncrypted, todo: '' }} />
        </div>
      )}
      {isOn && url !== null && network.length === 0 && <PreferenceRow name={text.networkAddress} note={text.noNetwork} />}
      {network.map((address) => (
        <PreferenceRow key={address.url} name={text.networkAddress} note={text.networkInterface(address.name)}>
          <span className="flex items-center gap-2">
            <code>{address.url}</code>
            <CopyButton label={text.copyNetworkAddress(address.url)} text={() => address.url} />
          </span>
        </PreferenceRow>
      ))}
    </>
  )
}
