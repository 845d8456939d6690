import { Server, X } from 'lucide-react'
import { useEffect } from 'react'
import type { ServerSetting } from '../../../../core/contract/compare/compare-variants'
import { copy } from '../../../../core/copy/copy'
import { type RemoteModel, shownModelName } from '../../../../core/remote/server-facts'
import { showTab } from '../../../models/library/library-store'
import { FailureAlert } from '../../../ui/alert'
import { Button } from '../../../ui/controls/button'
import { Choice } from '../../../ui/controls/choice'
import { IconButton } from '../../../ui/controls/icon-button'
import { Labelled } from '../../../ui/fields/form-field'
import { showScreen } from '../../../window/window-store'
import { changeVariant, chooseServer, makeReference, removeVariant } from '../setup-store'
import { useSavedServers, useServerModels } from './use-servers'

export interface ServerRowProps {
  readonly at: number
  readonly name: string
  readonly setting: ServerSetting
  readonly canBeRemoved: boolean
}

export function ServerRow({ at, name, setting, canBeRemoved }: ServerRowProps) {
  const texts = copy.compare.variants
  const servers = useSavedServers()
  const server = servers?.find(({ id }) => id === setting.serverId)
  const { models, trouble, askAgain } = useServerModels(server)
  useEffect(() => {
    const suggested = models && suggestedModel(models, setting.model)
    if (server && suggested !== undefined && suggested !== setting.model) chooseServer(at, server, suggested)
  }, [models, server, at, setting.model])
  return (
    <li aria-label={texts.row.label(at + 1, name)} className="border-line border-b py-1.5 last:border-0">
      <div className="grid grid-cols-[2rem_minmax(0,1fr)_minmax(0,1fr)_auto] items-center gap-x-1.5 gap-y-1.5">
        <Server size={14} aria-hidden className="justify-self-center text-soft" />
        <div className="min-w-0" title={server?.name ?? setting.serverName}>
          <Choice
            label={texts.server.label(at + 1)}
            value={setting.serverId}
            placeholder={setting.serverId === '' || !servers ? texts.server.choose : texts.server.gone(setting.serverName)}
            options={(servers ?? []).map(({ id, name: label, url }) => ({ value: id, label, note: url }))}
            onChange={(id) => {
              const chosen = servers?.find((one) => one.id === id)
              if (chosen) chooseServer(at, chosen, chosen.model ?? '')
            }}
          />
        </div>
        {server && models?.length === 0 ? (
          <input
            aria-label={texts.server.model(at + 1)}
            value={setting.model}
            placeholder={texts.server.typeModel}
            spellCheck={false}
            onChange={(event) => chooseServer(at, server, event.target.value)}
            className={field}
          />
        ) : (
          <div className="min-w-0" title={setting.model}>
            <Choice
              label={texts.server.model(at + 1)}
              value={setting.model}
              placeholder={server && !models && !trouble ? texts.server.asking : texts.server.chooseModel}
              options={modelOptions(models, setting.model)}
              onChange={(model) => server && chooseServer(at, server, model)}
            />
          </div>
        )}
        <IconButton icon={X} label={texts.row.remove(name)} disabled={!canBeRemoved} onClick={() => removeVariant(at)} />
      </div>
      <div className="mt-1 flex flex-col gap-1 pl-8 text-[13px]">
        {servers?.length === 0 && (
          <p className="text-[12px] text-soft">
            {texts.server.noServers}{' '}
            <button type="button" className="underline" onClick={openServers}>
              {texts.server.open}
            </button>
          </p>
        )}
        {trouble && (
          <FailureAlert failure={trouble}>
            <Button onClick={askAgain}>{texts.server.askAgain}</Button>
          </FailureAlert>
        )}
        <div className="flex items-end gap-2">
          <div className="min-w-0 flex-1">
            <Labelled label={texts.server.name.text} meaning={texts.server.name.meaning}>
              <input
                aria-label={texts.server.name.label(at + 1)}
                value={setting.name}
                placeholder={name}
                maxLength={mostNameCharacters}
                spellCheck={false}
                onChange={(event) => changeVariant(at, { name: event.target.value })}
                className={field}
              />
            </Labelled>
          </div>
          {at > 0 && (
            <Button look="quiet" className="h-8 shrink-0" onClick={() => makeReference(at)}>
              {texts.row.makeReference}
            </Button>
          )}
        </div>
        {at === 0 && <p className="text-[12px] text-faint">{texts.row.reference}</p>}
      </div>
    </li>
  )
}

const field = 'h-8 w-full rounded-md border border-line-strong bg-raised px-2.5 text-[13px] placeholder:text-faint'

function openServers(): void {
  showTab('servers')
  showScreen('models')
}

/** serverNameCharacters of the contract. */
const mostNameCharacters = 100

/** A server without a list of models takes any. */
function suggestedModel(models: readonly RemoteModel[], wanted: string): string | undefined {
  const ids = models.map(({ id }) => id)
  if (ids.includes(wanted) || ids.length === 0) return wanted
  return models.find(({ state }) => state === 'loaded')?.id ?? ids[0]
}

function modelOptions(models: readonly RemoteModel[] | undefined, chosen: string) {
  const ids = models?.map(({ id }) => id) ?? []
  const all = chosen === '' || ids.includes(chosen) ? ids : [chosen, ...ids]
  return all.map((id) => ({ value: id, label: shownModelName(id) }))
}
