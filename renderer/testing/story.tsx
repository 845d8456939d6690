import { CSPProvider } from '@base-ui/react/csp-provider'
import { Tooltip } from '@base-ui/react/tooltip'
import type { ReactNode } from 'react'
import type { StoreApi } from 'zustand'
import { tourStore } from '../app/tour/tour-store'
import { answerCountStore } from '../chat/answer-count/answer-count-store'
import { composerTextStore } from '../chat/conversation/composer-texts'
import { conversationStore } from '../chat/conversation/conversation-store'
import { documentStore } from '../chat/documents/document-store'
import { tokenStore } from '../chat/documents/document-tokens'
import { summaryStore } from '../chat/full/summary'
import { chatImportStore } from '../chat/import/import-store'
import { listStore } from '../chat/list/list-store'
import { toolsStore } from '../chat/tools/tools-store'
import { litStore } from '../chat/words/lit-store'
import { type AppStoreState, appStore } from '../client/app-store'
import type { EngineClient, HostClient } from '../client/transport'
import { runStore } from '../compare/run/run-store'
import { setupStore } from '../compare/setup/setup-store'
import { experimentStore } from '../lab/experiments/experiment-store'
import { recordingStore } from '../lab/recording/recording-store'
import { getModelStore } from '../models/download/get-model-store'
import { importStore } from '../models/import-store'
import { libraryStore } from '../models/library/library-store'
import { modelActions } from '../models/library/model-actions'
import { recommendedStore } from '../models/recommended/get-recommended'
import { serverStore } from '../models/servers/server-store'
import { fleetStore } from '../planner/fleet/fleet-store'
import { plannerStore } from '../planner/plan/planner-store'
import { requestStore } from '../requests/state/request-store'
import { settingsEditsStore } from '../settings/settings-edits'
import { preferenceStore } from '../window/preference-store'
import { windowStore } from '../window/window-store'
import { type Answers, type Call, endStreams, fakeClient } from './fake-host'

/** A Storybook story (CSF 3). `calls` lists its requests to host and engine. */
export interface Story {
  readonly beforeEach: () => void
  readonly render: () => ReactNode
  readonly calls: readonly Call[]
}

export interface World extends Partial<Pick<AppStoreState, 'app' | 'models' | 'away' | 'info'>> {
  readonly host?: Answers<HostClient>
  /** undefined if the engine is not running. */
  readonly engine?: Answers<EngineClient>
  /** Whether cells, tokens and times are shown, by default true. */
  readonly details?: boolean
  readonly before?: () => void
  /** The width of the frame, in pixels. */
  readonly width?: number
  readonly height?: number
}

const stores: readonly Pick<StoreApi<unknown>, 'setState' | 'getInitialState'>[] = [
  answerCountStore,
  appStore,
  chatImportStore,
  composerTextStore,
  conversationStore,
  documentStore,
  experimentStore,
  getModelStore,
  importStore,
  libraryStore,
  listStore,
  modelActions,
  plannerStore,
  fleetStore,
  preferenceStore,
  recommendedStore,
  recordingStore,
  requestStore,
  runStore,
  serverStore,
  settingsEditsStore,
  setupStore,
  summaryStore,
  tokenStore,
  toolsStore,
  tourStore,
  litStore,
  windowStore,
] as never

/** Every story starts with empty stores, so that none depends on another. */
export function story(render: () => ReactNode, world: World = {}): Story {
  const { host = {}, engine, before, details = true, width = 900, height = 600, ...app } = world
  const calls: Call[] = []
  return {
    calls,
    beforeEach: () => {
      calls.length = 0
      endStreams()
      for (const store of stores) store.setState(store.getInitialState(), true)
      const clients = {
        host: fakeClient<HostClient>({ ...host, turns: { shown: () => ({}), ...host.turns } }, calls),
        engine: engine && fakeClient<EngineClient>(engine, calls),
      }
      appStore.setState({ ...app, ...clients })
      preferenceStore.setState(({ values }) => ({ values: { ...values, details } }))
      before?.()
    },
    render: () => (
      <CSPProvider disableStyleElements>
        <Tooltip.Provider delay={0}>
          <div
            data-testid="frame"
            className="relative flex flex-col overflow-hidden bg-paper text-ink"
            style={{ width, height, containerType: 'inline-size' }}
          >
            {render()}
          </div>
        </Tooltip.Provider>
      </CSPProvider>
    ),
  }
}

export const panel = (render: () => ReactNode, world: World = {}): Story =>
  story(() => <div className="min-h-0 flex-1 overflow-y-auto bg-panel">{render()}</div>, { width: 360, height: 700, ...world })
