/** The application behind every window: store, library, engine and the services over them, put together once. */
import type { HostInfo } from '../../core/contract/host'
import { formatCount } from '../../core/text/amounts'
import { ModelLibrary } from '../library/model-library'
import type { Store, StoreNews } from '../store/store'
import type { StartEngine } from '../supervisor/engine-process'
import { Supervisor } from '../supervisor/supervisor'
import { AppStateHolder, Commands } from './app-state'
import { ModelService } from './model-service'
import { PlanService } from './plan-service'
import { TurnService } from './turn-service'

export interface AppOptions {
  readonly info: HostInfo
  readonly store: Store
  readonly startEngine: StartEngine
  readonly embeddedModelPath: string
  /** The desktop's file dialog: a path, or null when it was cancelled. Absent where there is none. */
  readonly chooseModelFile?: () => Promise<string | null>
}

export interface App {
  readonly info: HostInfo
  readonly store: Store
  readonly library: ModelLibrary
  readonly supervisor: Supervisor
  readonly state: AppStateHolder
  readonly commands: Commands
  readonly models: ModelService
  readonly turns: TurnService
  readonly plan: PlanService
  readonly chooseModelFile?: () => Promise<string | null>
  close(): void
}

export function createApp(options: AppOptions): App {
  const { store } = options
  const state = new AppStateHolder()
  const library = new ModelLibrary(store.database, options.embeddedModelPath)
  const supervisor: Supervisor = new Supervisor(options.startEngine, (engine) => {
    state.update({ engine })
    if (engine.status === 'gone') models.engineGone(engine.reason)
  })
  const models = new ModelService(store, library, supervisor, state, options.info)
  const turns = new TurnService(store, supervisor, models, state)
  for (const news of store.news) state.notify(news.kind, wordsFor(news))
  return {
    info: options.info,
    store,
    library,
    supervisor,
    state,
    commands: new Commands(),
    models,
    turns,
    plan: new PlanService(library, state),
    ...(options.chooseModelFile ? { chooseModelFile: options.chooseModelFile } : {}),
    close: () => {
      supervisor.close()
      store.close()
    },
  }
}

function wordsFor(news: StoreNews): string {
  if (news.kind === 'turn-interrupted')
    return news.answers === 1
      ? 'Headroom was closed while an answer was being written; what there was of it is kept.'
      : `Headroom was closed while ${news.answers} answers were being written; what there was of them is kept.`
  return `The file with your conversations was damaged (${news.reason}). ${formatCount(news.conversations)} conversations with ${formatCount(news.messages)} messages could be saved; the damaged file is kept at ${news.keptAt}.`
}
