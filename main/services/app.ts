import type { Failure } from '../../core/contract/errors/errors'
import type { HostInfo } from '../../core/contract/host'
import type { BackendOptions } from '../backends/try-installed'
import type { StartTriad } from '../bandwidth/measure-memory'
import { DocumentReader } from '../documents/document-reader'
import type { StartLab } from '../lab/lab-process'
import { type Keychain, LibrarySettings } from '../library/library-settings'
import { environmentProxy, type FindProxy } from '../library/network/proxy'
import { ModelLibrary } from '../library/scan/model-library'
import { TemplateRunner } from '../library/templates/render-template'
import { ownPlaces, type Places } from '../mcp/found-configs'
import { type AllowServers, McpHub } from '../mcp/mcp-hub'
import type { McpLimits } from '../mcp/mcp-limits'
import type { Store } from '../store/store'
import type { StartEngine } from '../supervisor/engine-process'
import { Supervisor } from '../supervisor/supervisor'
import { noUpdater, type Updater } from '../updates/updater'
import { ApiService } from './api/api-service'
import { BandwidthService } from './bandwidth/bandwidth-service'
import { AnswerRecorder } from './chat/answer-recorder'
import { BinService } from './chat/bin-service'
import { ConversationService } from './chat/conversation-service'
import { ImportService } from './chat/import-service'
import { PreviewService } from './chat/preview-service'
import { TurnService } from './chat/turn-service'
import { UnsentTexts } from './chat/unsent-texts'
import { AppStateHolder, Commands } from './common/app-state'
import { logEngine } from './common/log-engine'
import { CompareService } from './compare/compare-service'
import { CompareSource } from './compare/compare-source'
import { CompareTexts } from './compare/compare-texts'
import { DataService } from './data/data-service'
import { PreferenceService } from './data/preference-service'
import { DocumentCaches } from './documents/document-caches'
import { DocumentService } from './documents/document-service'
import { GivenPrefixes } from './documents/given-prefixes'
import { LabService } from './lab/lab-service'
import { BackendService } from './models/backend-service'
import { DraftService } from './models/draft-service'
import { type DesktopFiles, LibraryService } from './models/library-service'
import { ModelLoader } from './models/model-loader'
import { ModelService } from './models/model-service'
import { ModelSettings } from './models/model-settings'
import { PlanService } from './models/plan-service'
import { TemplateService } from './models/template-service'
import { PresetService } from './presets/preset-service'
import { engineLedger } from './requests/engine-ledger'
import type { RequestLedger } from './requests/request-ledger'
import { StoredRequests } from './requests/stored-requests'
import { ServerKeys } from './servers/server-keys'
import { ServerService } from './servers/server-service'
import { BackgroundPrefixes } from './sessions/background-prefixes'
import { PrefixService } from './sessions/prefix-service'
import { SessionService } from './sessions/session-service'
import { ModelTexts } from './texts/model-texts'
import { SummaryService } from './texts/summary-service'
import { TitleService } from './texts/title-service'
import { ToolRounds } from './tools/tool-rounds'
import { ToolService } from './tools/tool-service'
import { UpdateService } from './updates/update-service'

export interface AppOptions {
  readonly info: HostInfo
  readonly store: Store
  readonly startEngine: StartEngine
  readonly startRemoteEngine: StartEngine
  readonly startLab: StartLab
  readonly backends: BackendOptions
  readonly startTriad: StartTriad
  readonly templateEntry: string
  readonly documentEntry: string
  readonly embeddedModelPath: string
  readonly textsFolder: string
  /** Returns '' or an error message. Absent without a desktop. */
  readonly showFolder?: (path: string) => Promise<string>
  readonly desktopFiles?: DesktopFiles
  readonly keychain?: Keychain
  readonly findProxy?: FindProxy
  readonly updater?: Updater
  readonly commit?: string
  readonly allowServers: AllowServers
  readonly mcpLimits?: McpLimits
  /** Where other apps store their configurations of MCP servers. */
  readonly places?: Places
}

export interface App {
  readonly info: HostInfo
  readonly store: Store
  readonly library: ModelLibrary
  readonly supervisor: Supervisor
  readonly state: AppStateHolder
  readonly commands: Commands
  readonly models: ModelService
  readonly modelSettings: ModelSettings
  readonly presets: PresetService
  readonly drafts: DraftService
  readonly conversations: ConversationService
  readonly imports: ImportService
  readonly turns: TurnService
  readonly answers: AnswerRecorder
  readonly previews: PreviewService
  readonly sessions: SessionService
  readonly prefixes: PrefixService
  readonly givenPrefixes: GivenPrefixes
  readonly summaries: SummaryService
  readonly plan: PlanService
  readonly compare: CompareService
  readonly lab: LabService
  readonly backends: BackendService
  readonly bandwidth: BandwidthService
  readonly preferences: PreferenceService
  readonly data: DataService
  readonly bin: BinService
  readonly libraryService: LibraryService
  readonly templates: TemplateService
  readonly updates: UpdateService
  readonly unsent: UnsentTexts
  readonly documents: DocumentService
  readonly servers: McpHub
  readonly remoteServers: ServerService
  readonly tools: ToolService
  readonly toolRounds: ToolRounds
  readonly requests: RequestLedger
  readonly api: ApiService
  readonly places: Places
  /** Call before `close`. */
  keepSessions(): Promise<void>
  close(): void
}

export function createApp(options: AppOptions): App {
  const { store } = options
  const state = new AppStateHolder()
  const library = new ModelLibrary(store.database, options.embeddedModelPath)
  const backends = new BackendService(options.backends, state)
  const chooseBackend = () => backends.choose()
  const supervisor = new Supervisor(options.startEngine, chooseBackend)
  supervisor.statusChanged.listen((engine) => {
    state.update({ engine })
    logEngine(state, engine)
  })
  const preferences = new PreferenceService(store.preferences, state, options.info.host)
  const templates = new TemplateRunner(options.templateEntry)
  const modelSettings = new ModelSettings(store.modelSettings, library, state)
  const drafts = new DraftService(library, supervisor, state, modelSettings)
  const loader = new ModelLoader(supervisor, state, drafts, options.info, templates, store.chatTemplates)
  const models = new ModelService(store, library, supervisor, state, modelSettings, drafts, loader)
  const sessionBudgetBytes = () => preferences.values.sessionGibibytes * 2 ** 30
  const sessions = new SessionService(store, supervisor, state, () => loader.loadedWeights, sessionBudgetBytes)
  supervisor.statusChanged.listen((engine) => {
    if (engine.status === 'gone') models.engineGone(engine.reason)
  })
  models.contextEnding.listen(({ waitUntil }) => waitUntil(sessions.keepAll()))
  models.contextCreated.listen(() => sessions.contextCreated())
  const limitCopies = () => {
    const bytes = preferences.values.copyGibibytes * 2 ** 30
    // An engine that has just died has no copies.
    supervisor.engine?.client.limitCopies({ bytes }).catch(() => undefined)
  }
  models.contextCreated.listen(limitCopies)
  preferences.changed.listen(limitCopies)
  models.contextCreated.listen(() => drafts.contextCreated())
  models.settingsStored.listen(() => void drafts.follow())
  const answers = new AnswerRecorder(store, supervisor, state)
  answers.promptHeld.listen((conversationId) => sessions.promptHeld(conversationId))
  const documents = new DocumentService(new DocumentReader(options.documentEntry), supervisor, state)
  const turns = new TurnService(store, supervisor, modelSettings, state, sessions, answers, documents)
  const { dataFolder: folder } = options.info
  const lab = new LabService(library, options.embeddedModelPath, state, options.startLab, folder)
  const bin = new BinService(store, state)
  const settings = new LibrarySettings(store.preferences, options.keychain, options.findProxy)
  const serverKeys = new ServerKeys(store.servers, options.keychain)
  const remoteServers = new ServerService({
    store: store.servers,
    keys: serverKeys,
    network: settings.network,
    findProxy: options.findProxy ?? environmentProxy(),
    supervisor,
    startRemoteEngine: options.startRemoteEngine,
    models,
    settings: modelSettings,
    state,
  })
  const previews = new PreviewService(store, supervisor, state, sessions, modelSettings, remoteServers)
  const compareSource = new CompareSource(library, new CompareTexts(options.textsFolder), store.compareRuns, {
    startRemoteEngine: options.startRemoteEngine,
    reach: (id, model) => remoteServers.reach(id, model),
    assertOnline: (id) => remoteServers.assertOnline(id),
  })
  const compare = new CompareService(store, compareSource, models, options.startEngine, chooseBackend, state, options.info)
  const bandwidth = new BandwidthService({ folder, startTriad: options.startTriad, library, modelSettings, compare, state })
  settings.wentOffline.listen(() => {
    remoteServers.wentOffline()
    compare.wentOffline()
  })
  const unsent = new UnsentTexts(documents)
  const { owners } = sessions
  const backgroundPrefixes = new BackgroundPrefixes(state, modelSettings, sessions)
  const documentCaches = new DocumentCaches({ documents, state, background: backgroundPrefixes, owners, sessions })
  const givenPrefixes = new GivenPrefixes({ documents, background: backgroundPrefixes, owners, sessions })
  const texts = new ModelTexts(supervisor, state, modelSettings, sessions)
  const followDocuments = () => documentCaches.follow(unsent.newMessage)
  unsent.changed.listen(followDocuments)
  models.contextCreated.listen(() => documentCaches.contextCreated(unsent.newMessage))
  models.settingsStored.listen(followDocuments)
  turns.documentsSent.listen((sent) => documentCaches.sent(sent))
  models.contextEnding.listen(() => documentCaches.contextEnded())
  supervisor.statusChanged.listen(({ status }) => status === 'gone' && documentCaches.contextEnded())
  const servers = new McpHub({
    store: store.preferences,
    network: settings.network,
    version: options.info.version,
    allowServers: options.allowServers,
    ...(options.mcpLimits ? { limits: options.mcpLimits } : {}),
  })
  servers.changed.listen(() => state.changed('mcp'))
  const toolRounds = new ToolRounds(store, state, servers, turns)
  answers.ended.listen((answerId) => toolRounds.answered(answerId))
  const titles = new TitleService(store, state, supervisor, () => preferences.values.titles)
  answers.ended.listen((answerId) => void titles.answered(answerId))
  const plan = new PlanService(library, state, settings.network)
  const libraryService = new LibraryService(store, library, settings, state, plan, options.desktopFiles)
  const storedRequests = new StoredRequests(store.apiRequests, () => preferences.values.apiKeepsBodies)
  preferences.changed.listen(() => storedRequests.follow())
  const requests = engineLedger(supervisor, state, storedRequests)
  const prefixes = new PrefixService(store, supervisor, state, sessions, sessionBudgetBytes)
  const api = new ApiService({ info: options.info, state, supervisor, settings: modelSettings, preferences, prefixes, ledger: requests })
  const showTrouble = (storeTrouble: Failure | null) => {
    state.update({ storeTrouble })
    if (storeTrouble) state.events.addFailure('store', storeTrouble)
  }
  store.ground.troubleChanged.listen(showTrouble)
  showTrouble(store.ground.trouble)
  for (const news of store.news)
    if (news.code === 'search-rebuilt') state.events.add('store', news, true)
    else state.notify(news)
  return {
    info: options.info,
    store,
    library,
    supervisor,
    state,
    commands: new Commands(),
    models,
    modelSettings,
    drafts,
    conversations: new ConversationService(store, state, sessions, toolRounds),
    imports: new ImportService(store, state),
    turns,
    answers,
    previews,
    sessions,
    prefixes,
    givenPrefixes,
    summaries: new SummaryService(store, state, texts, documents),
    plan,
    presets: new PresetService(store.presets, store.preferences, state),
    preferences,
    compare,
    lab,
    backends,
    bandwidth,
    data: new DataService({
      store,
      state,
      models,
      supervisor,
      preferences,
      compare,
      sessions,
      bandwidth,
      unsent,
      servers,
      serverKeys,
      calls: toolRounds,
      requests,
      library: libraryService,
      showFolder: options.showFolder,
    }),
    unsent,
    documents,
    servers,
    remoteServers,
    tools: new ToolService(store, state, servers, previews),
    toolRounds,
    requests,
    api,
    places: options.places ?? ownPlaces(),
    bin,
    libraryService,
    templates: new TemplateService(library, store.chatTemplates, state, templates),
    updates: new UpdateService({
      updater: options.updater ?? noUpdater,
      state,
      version: options.info.version,
      commit: options.commit ?? '',
      isAllowed: () => preferences.values.updates,
      isOffline: () => settings.offline,
    }),
    keepSessions: () => sessions.keepAll(),
    close: () => {
      void api.close()
      titles.close()
      toolRounds.stopAll()
      servers.close()
      compare.close()
      bandwidth.close()
      lab.close()
      models.close()
      supervisor.close()
      libraryService.close()
      bin.close()
      store.close()
    },
  }
}
