import { Pencil, Plus } from 'lucide-react'
import { useEffect } from 'react'
import { useStore } from 'zustand'
import type { SavedServer } from '../../../core/contract/remote/servers'
import { copy } from '../../../core/copy/copy'
import { shownModelName } from '../../../core/remote/server-facts'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { IconButton } from '../../ui/controls/icon-button'
import { ServerDialog } from './server-dialog'
import { addServer, connect, disconnect, dismissTrouble, editServer, readServers, serverStore } from './server-store'

export function ServerList() {
  const { servers, form, trouble } = useStore(serverStore)
  const host = useApp((state) => state.host)
  const revision = useApp(({ app }) => app?.revisions.models)
  const texts = copy.servers.connect
  useEffect(() => {
    if (host && revision !== undefined) readServers().catch((error: unknown) => console.warn('servers', error))
  }, [host, revision])
  return (
    <div className="mt-4 flex flex-col gap-4 pb-4">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-56 flex-1 text-[13px] text-soft leading-snug">{texts.intro}</p>
        <Button look="primary" onClick={addServer}>
          <Plus size={15} aria-hidden /> {texts.open}
        </Button>
      </div>
      {trouble && !form && <FailureAlert failure={trouble} onDismiss={dismissTrouble} />}
      {servers && servers.length > 0 && (
        <ul aria-label={texts.list} className="divide-y divide-line rounded-lg border border-line bg-raised">
          {servers.map((server) => (
            <ServerRow key={server.id} server={server} />
          ))}
        </ul>
      )}
      {servers?.length === 0 && (
        <p className="rounded-lg border border-line border-dashed px-4 py-8 text-center text-[13px] text-soft leading-relaxed">
          {texts.none}
          <br />
          {texts.noneTodo}
        </p>
      )}
      {form && <ServerDialog form={form} />}
    </div>
  )
}

function ServerRow({ server }: { readonly server: SavedServer }) {
  const { id, name, url, key, model } = server
  const isConnected = useApp(({ app }) => app?.model.status === 'server' && app.model.server.id === id)
  const waitsFor = useStore(serverStore, (state) => state.waitsFor)
  const texts = copy.servers.connect
  return (
    <li className="flex items-center gap-4 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="truncate font-medium text-[13px]" title={name}>
          {name} {isConnected && <span className="font-normal text-accent">{texts.connected}</span>}
        </p>
        <p className="truncate text-[12px] text-faint" title={url}>
          {[url, model === null ? null : shownModelName(model), texts.keySources[key]].filter(Boolean).join(' · ')}
        </p>
      </div>
      <IconButton icon={Pencil} label={texts.edit(name)} onClick={() => editServer(server)} />
      {isConnected ? (
        <Button onClick={() => void disconnect()}>{texts.disconnect}</Button>
      ) : (
        <Button aria-label={texts.connectTo(name)} disabled={waitsFor !== undefined} onClick={() => void connect(server)}>
          {waitsFor === id ? texts.connecting : texts.connect}
        </Button>
      )}
    </li>
  )
}
