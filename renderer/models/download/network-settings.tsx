import { type FormEvent, useState } from 'react'
import { useStore } from 'zustand'
import type { LibraryState } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import { isDesktop } from '../../client/transport'
import { Button } from '../../ui/controls/button'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { act, libraryStore } from '../library/library-store'

export function NetworkSettings() {
  const network = useStore(libraryStore, (state) => state.library?.network)
  if (!network) return null
  return (
    <section aria-label={copy.models.network.title} className="border-line border-t pt-3 text-[13px]">
      <label className="flex items-center justify-between gap-4 py-1.5">
        <div>
          <p>{copy.models.network.offline}</p>
          <p className="text-[12px] text-faint leading-snug">{copy.models.network.offlineMeaning(network.isForced)}</p>
        </div>
        <ToggleSwitch
          label={copy.models.network.offline}
          checked={network.isOffline}
          disabled={network.isForced}
          onChange={(isOffline) => void act((host) => host.library.setOffline({ isOffline }))}
        />
      </label>
      <details className="border-line border-t py-2.5">
        <summary className="cursor-pointer text-soft hover:text-ink">{copy.models.network.tokenFold}</summary>
        <Token network={network} />
      </details>
    </section>
  )
}

function Token({ network: { token, hub } }: { readonly network: LibraryState['network'] }) {
  const [typed, setTyped] = useState('')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (await act((host) => host.library.setToken({ token: typed.trim() }))) setTyped('')
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-2.5">
      <div className="min-w-56 flex-1">
        <p>{copy.models.network.token}</p>
        <p className="text-[12px] text-faint leading-snug">
          {copy.models.network.tokenMeaning(token, isDesktop, hub.replace(/^https?:\/\//, ''))}
        </p>
      </div>
      {token === 'keychain' || token === 'memory' ? (
        <Button onClick={() => void act((host) => host.library.setToken({ token: null }))}>{copy.models.network.forgetToken}</Button>
      ) : (
        <form className="flex gap-2" onSubmit={(event) => void save(event)}>
          <input
            type="password"
            aria-label={copy.models.network.token}
            placeholder="hf_…"
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="h-8 w-48 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:text-faint"
          />
          <Button type="submit" disabled={typed.trim() === ''}>
            {copy.models.network.saveToken}
          </Button>
        </form>
      )}
    </div>
  )
}
