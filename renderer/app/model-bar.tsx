import { Progress } from '@base-ui/react/progress'
import { Database, PanelRight, SlidersHorizontal } from 'lucide-react'
import type { ModelStatus } from '../../core/contract/app/app-state'
import type { ConnectedServer } from '../../core/contract/remote/servers'
import { copy } from '../../core/copy/copy'
import { shownModelName } from '../../core/remote/server-facts'
import { appStore } from '../client/app-store'
import { useApp } from '../client/use-app'
import { FallbackTemplate } from '../models/library/fallback-template'
import { disconnect } from '../models/servers/server-store'
import { Button } from '../ui/controls/button'
import { IconButton } from '../ui/controls/icon-button'
import { usePreferences } from '../window/preference-store'
import { showPanel, showScreen, togglePanel, useWindow } from '../window/window-store'
import { HelpMenu } from './help/help-menu'
import { ModelChoice } from './model-choice'

export function ModelBar() {
  const model = useApp((state) => state.app?.model)
  const text = copy.app.modelBar
  const panelOpen = useWindow((state) => state.panelOpen)
  const screen = useWindow((state) => state.screen)
  const details = usePreferences((values) => values.details)
  const isComparing = useApp((state) => (state.app?.compareRunId ?? null) !== null)
  return (
    <header className="flex h-12 shrink-0 items-center gap-3 border-line border-b px-4 @max-[45rem]:px-2">
      {isComparing ? <CompareLine /> : model && <ModelLine model={model} />}
      <span className="ml-auto flex shrink-0 gap-1">
        <HelpMenu />
        {screen === 'chat' && (
          <>
            <IconButton icon={Database} label={details ? text.cache : copy.cache.card.title} onClick={() => showPanel('cache')} />
            <IconButton icon={SlidersHorizontal} label={text.settings} onClick={() => showPanel('settings')} />
            <IconButton
              icon={PanelRight}
              label={panelOpen ? copy.app.panel.close : copy.app.panel.open}
              aria-expanded={panelOpen}
              onClick={togglePanel}
            />
          </>
        )}
      </span>
    </header>
  )
}

const CompareLine = () => (
  <div role="status" className="flex min-w-0 items-center gap-3 text-[13px]">
    <span className="min-w-0 truncate">{copy.app.modelBar.benchmark}</span>
    <Button className="h-7" onClick={() => showScreen('compare')}>
      {copy.app.modelBar.showBenchmark}
    </Button>
  </div>
)

function ModelLine({ model }: { readonly model: ModelStatus }) {
  const text = copy.app.modelBar
  const details = usePreferences((values) => values.details)
  const host = () => appStore.getState().host
  if (model.status === 'loading')
    return (
      <div role="status" className="flex min-w-0 flex-1 items-center gap-3 text-[13px]">
        <span className="min-w-0 truncate" title={`${model.file.name}\n${model.file.path}`}>
          {text.step(text.steps[model.step], model.file.name)}
        </span>
        <Progress.Root value={Math.round(model.share * 100)} aria-label={text.loading} className="w-32 min-w-8 shrink-[9]">
          <Progress.Track className="h-1.5 overflow-hidden rounded-full bg-sunken">
            <Progress.Indicator className="bg-accent" />
          </Progress.Track>
        </Progress.Root>
        <Button className="h-7" onClick={() => void host()?.models.cancelLoad()}>
          {text.cancel}
        </Button>
      </div>
    )
  if (model.status === 'server') return <ServerLine server={model.server} />
  if (model.status === 'none' || (model.status === 'failed' && !model.file)) return <ModelChoice name={text.choose} look="button" />
  return (
    <div className="flex min-w-0 items-center gap-2 text-[13px]">
      <ModelChoice
        name={model.file?.name ?? text.choose}
        title={model.file ? `${model.file.name}\n${model.file.path}` : undefined}
        look="name"
      />
      {model.status === 'ready' ? (
        <>
          {details && (
            <span className="shrink-0 text-faint @max-[56.25rem]:hidden" title={text.cacheTypesMeaning}>
              {text.cacheTypes(
                model.context.keyType === model.context.valueType
                  ? model.context.keyType
                  : `${model.context.keyType} / ${model.context.valueType}`,
              )}
            </span>
          )}
          <FallbackTemplate file={model.file} template={model.model.chatTemplate} />
          {details && (
            <Button look="quiet" className="h-7 px-2 text-faint" onClick={() => void host()?.models.unload()}>
              {text.unload}
            </Button>
          )}
        </>
      ) : (
        <span className="text-danger">{text.notLoaded}</span>
      )}
    </div>
  )
}

function ServerLine({ server: { name, url, model, facts } }: { readonly server: ConnectedServer }) {
  return (
    <div className="flex min-w-0 items-center gap-2 text-[13px]">
      <ModelChoice name={shownModelName(model)} title={`${model}\n${url}`} look="name" />
      <span className="min-w-0 truncate text-faint @max-[56.25rem]:hidden">
        {copy.servers.kindAt(copy.servers.kinds[facts.kind], name)}
      </span>
      <Button look="quiet" className="h-7 px-2 text-faint" onClick={() => void disconnect()}>
        {copy.servers.connect.disconnect}
      </Button>
    </div>
  )
}
