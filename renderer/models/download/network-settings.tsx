import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryState } from '../../../core/contract/models/library'
import { isDesktop } from '../../client/transport'
import { Button } from '../../ui/controls/button'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { act, libraryStore } from '../library/library-store'

export function NetworkSettings() {
  const network = useStore(libraryStore, (state) => state.library?.network)
  if (!network) return null
  return (
    <section aria-label="Network" className="border-line border-t pt-3 text-[13px]">
      <div className="flex items-center justify-between gap-4 py-1.5">
        <div>
          <p>Offline</p>
          <p className="text-[12px] text-faint leading-snug">
            {network.isForced
              ? 'Set by HEADROOM_OFFLINE when Headroom was started: nothing is asked of any server.'
              : 'Nothing is asked of any server while this is on. Without it, only the buttons above, an address in the planner and the search for newer versions of Headroom do so.'}
          </p>
        </div>
        <ToggleSwitch
          label="Offline"
          checked={network.isOffline}
          disabled={network.isForced}
          onChange={(isOffline) => void act((host) => host.library.setOffline({ isOffline }))}
        />
      </div>
      <Token network={network} />
    </section>
  )
}

const tokenWords: Readonly<Record<LibraryState['network']['token'], string>> = {
  none: 'Some models need an account: accept their terms on their page, then make a token with the right to read (on the hub: Settings, Access Tokens).',
  keychain: "One is kept in this system's keychain.",
  memory: isDesktop
    ? 'One is kept until Headroom is closed: this system has no keychain that protects it.'
    : 'One is kept until the headless Headroom ends: it has no keychain. HF_TOKEN in its environment is read at each start.',
  environment: 'The one in HF_TOKEN is used.',
}

function Token({ network: { token, hub } }: { readonly network: LibraryState['network'] }) {
  const [typed, setTyped] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await act((host) => host.library.setToken({ token: typed.trim() }))) setTyped('')
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-t py-2.5">
      <div className="min-w-56 flex-1">
        <p>Access token</p>
        <p className="text-[12px] text-faint leading-snug">
          {tokenWords[token]} It is shown to {hub.replace(/^https?:\/\//, '')} alone.
        </p>
      </div>
      {token === 'keychain' || token === 'memory' ? (
        <Button onClick={() => void act((host) => host.library.setToken({ token: null }))}>Forget the token</Button>
      ) : (
        <form className="flex gap-2" onSubmit={(event) => void save(event)}>
          <input
            type="password"
            aria-label="Access token"
            placeholder="hf_…"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="h-8 w-48 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint"
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            Keep
          </Button>
        </form>
      )}
    </div>
  )
}
