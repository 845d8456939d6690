/** Each connection has its own credit, and so its own router. */
import { Readable } from 'node:stream'
import { implement } from '@orpc/server'
import { hostContract } from '../../core/contract'
import { CreditLedgers } from '../../core/streams/pacing'
import type { App } from './app'
import { done } from './common/done'
import { compareRouter } from './compare-router'
import { labRouter } from './lab-router'
import { libraryRouter } from './library-router'
import { mcpRouter, toolsRouter } from './mcp-router'
import { requestsRouter } from './requests-router'
import { serversRouter } from './servers-router'

export function hostRouter(app: App) {
  const os = implement(hostContract)
  const ledgers = new CreditLedgers()
  const { state, conversations, bin, turns, previews, libraryService, models, modelSettings, sessions } = app

  const imageOf = (id: string, conversationId: string | null) =>
    (conversationId === null ? undefined : app.store.images.read(conversationId, id)) ?? app.documents.image(id)

  return os.router({
    info: os.info.handler(() => app.info),
    grant: os.grant.handler(({ input }) => done(() => ledgers.grant(input.streamId, input.received))),
    followState: os.followState.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, state.reader(input.everyMs, signal))),
    followCommands: os.followCommands.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, app.commands.reader(signal))),
    dismissNotice: os.dismissNotice.handler(({ input }) => done(() => state.dismiss(input.id))),

    conversations: {
      list: os.conversations.list.handler(() => conversations.list()),
      create: os.conversations.create.handler(({ input }) => conversations.create(input.systemPrompt, input.isPrivate)),
      read: os.conversations.read.handler(({ input }) => conversations.read(input.conversationId)),
      copy: os.conversations.copy.handler(({ input }) => conversations.copy(input)),
      rename: os.conversations.rename.handler(({ input }) => conversations.rename(input.conversationId, input.title)),
      setPinned: os.conversations.setPinned.handler(({ input }) =>
        done(() => conversations.setPinned(input.conversationIds, input.isPinned)),
      ),
      move: os.conversations.move.handler(({ input }) => done(() => conversations.move(input.conversationIds, input.folderId))),
      folders: {
        list: os.conversations.folders.list.handler(() => conversations.folders()),
        add: os.conversations.folders.add.handler(({ input }) => conversations.addFolder(input.name)),
        rename: os.conversations.folders.rename.handler(({ input }) => conversations.renameFolder(input.folderId, input.name)),
        remove: os.conversations.folders.remove.handler(({ input }) => done(() => conversations.removeFolder(input.folderId))),
      },
      setSystemPrompt: os.conversations.setSystemPrompt.handler(({ input }) =>
        done(() => conversations.setSystemPrompt(input.conversationId, input.systemPrompt)),
      ),
      setOverflow: os.conversations.setOverflow.handler(({ input }) =>
        done(() => conversations.setOverflow(input.conversationId, input.overflow)),
      ),
      previewOverflow: os.conversations.previewOverflow.handler(({ input }) =>
        previews.previewOverflow(input.conversationId, input.overflow),
      ),
      pin: os.conversations.pin.handler(({ input }) => done(() => conversations.pin(input.conversationId, input.messageId, input.pinned))),
      showBranch: os.conversations.showBranch.handler(({ input }) => conversations.showBranch(input.conversationId, input.messageId)),
      editAnswer: os.conversations.editAnswer.handler(({ input }) =>
        conversations.editAnswer(input.conversationId, input.answerId, input.text),
      ),
      removeFrom: os.conversations.removeFrom.handler(({ input }) => conversations.removeFrom(input.conversationId, input.messageId)),
      remove: os.conversations.remove.handler(({ input }) => done(() => conversations.remove(input.conversationIds))),
      bin: os.conversations.bin.handler(() => bin.list()),
      removeForGood: os.conversations.removeForGood.handler(({ input }) => done(() => bin.removeForGood(input.conversationIds))),
      emptyBin: os.conversations.emptyBin.handler(() => done(() => bin.empty())),
      restore: os.conversations.restore.handler(({ input }) => done(() => conversations.restore(input.conversationIds))),
      search: os.conversations.search.handler(({ input }) => conversations.search(input.text)),
      summarize: os.conversations.summarize.handler(({ input, signal }) =>
        app.summaries.write(input.conversationId, input.name, signal ?? new AbortController().signal),
      ),
      export: os.conversations.export.handler(({ input }) => conversations.export(input.conversationId, input.format)),
    },

    imports: {
      begin: os.imports.begin.handler(({ input }) => app.imports.begin(input.name, input.sizeBytes)),
      append: os.imports.append.handler(({ input }) => done(() => app.imports.append(input.importId, input.text))),
      finish: os.imports.finish.handler(({ input }) => app.imports.finish(input.importId)),
    },

    unsent: {
      read: os.unsent.read.handler(() => app.unsent.all),
      write: os.unsent.write.handler(({ input }) => done(() => app.unsent.write(input))),
    },

    documents: {
      open: os.documents.open.handler(({ input }) => app.documents.open(input.path)),
      receive: os.documents.receive.handler(({ input: { name, base64 } }) =>
        app.documents.read(name, Readable.from([Buffer.from(base64, 'base64')])),
      ),
      image: os.documents.image.handler(({ input: { id, conversationId } }) => imageOf(id, conversationId)),
      count: os.documents.count.handler(async ({ input }) => ({ pageTokens: await app.documents.count(input.id) })),
    },

    turns: {
      send: os.turns.send.handler(({ input }) => turns.send(input)),
      regenerate: os.turns.regenerate.handler(({ input }) =>
        turns.regenerate(input.conversationId, input.answerId, input.sentAtMs, input.answers),
      ),
      continue: os.turns.continue.handler(({ input }) => turns.continue(input.conversationId, input.answerId, input.sentAtMs)),
      previewReuse: os.turns.previewReuse.handler(({ input }) => previews.previewReuse(input)),
      shown: os.turns.shown.handler(({ input }) => done(() => app.answers.shown(input))),
      stop: os.turns.stop.handler(({ input }) => done(() => turns.stop(input.turnId))),
    },

    models: {
      list: os.models.list.handler(() => app.library.list()),
      open: os.models.open.handler(({ input }) => libraryService.open(input.path)),
      openDialog: os.models.openDialog.handler(() => libraryService.openDialog()),
      forget: os.models.forget.handler(({ input }) => done(() => libraryService.forget(input.modelId))),
      load: os.models.load.handler(({ input }) => done(() => models.startLoading(input.modelId, input.safeSettings))),
      cancelLoad: os.models.cancelLoad.handler(() => done(() => models.cancelLoad())),
      unload: os.models.unload.handler(() => done(() => models.saveAndUnload())),
      settings: os.models.settings.handler(({ input }) => modelSettings.readListed(input.modelId)),
      cacheShape: os.models.cacheShape.handler(({ input }) => models.cacheShape(input.modelId)),
      checkDraft: os.models.checkDraft.handler(({ input: { modelId, draftModelId, ...context } }) =>
        app.drafts.check(modelId, draftModelId, context),
      ),
      saveKv: os.models.saveKv.handler(({ input }) => done(() => models.saveKv(input.modelId, input.kv))),
      changeSampling: os.models.changeSampling.handler(({ input }) => done(() => models.changeSampling(input.modelId, input.change))),
    },

    presets: {
      list: os.presets.list.handler(() => app.presets.list()),
      save: os.presets.save.handler(({ input }) => app.presets.save(input.name, input.settings)),
      change: os.presets.change.handler(({ input: { presetId, ...change } }) => app.presets.change(presetId, change)),
      used: os.presets.used.handler(({ input }) => ({ presetId: app.presets.used(input.modelId) })),
      use: os.presets.use.handler(({ input }) => done(() => app.presets.use(input.modelId, input.presetId))),
      remove: os.presets.remove.handler(({ input }) => done(() => app.presets.remove(input.presetId))),
      export: os.presets.export.handler(({ input }) => app.presets.export(input.presetId)),
      import: os.presets.import.handler(({ input }) => app.presets.import(input.fileName, input.text)),
    },

    events: {
      list: os.events.list.handler(() => [...state.events.list]),
      report: os.events.report.handler(() => ({ text: state.bugReport(app.info) })),
      windowError: os.events.windowError.handler(({ input }) => done(() => state.events.addWindowError(input))),
    },

    api: {
      read: os.api.read.handler(() => app.api.read()),
      makeKey: os.api.makeKey.handler(({ input }) => ({ key: app.api.makeKey(input.name) })),
      revokeKey: os.api.revokeKey.handler(({ input }) => done(() => app.api.revokeKey(input.name))),
    },

    updates: {
      read: os.updates.read.handler(() => app.updates.read()),
      look: os.updates.look.handler(() => done(() => app.updates.look())),
      fetch: os.updates.fetch.handler(() => done(() => app.updates.fetch())),
      install: os.updates.install.handler(() => done(() => app.updates.install())),
    },

    preferences: {
      read: os.preferences.read.handler(() => app.preferences.values),
      write: os.preferences.write.handler(({ input }) => app.preferences.write(input)),
    },

    data: {
      usage: os.data.usage.handler(() => app.data.usage()),
      openFolder: os.data.openFolder.handler(() => done(() => app.data.openFolder())),
      deleteEverything: os.data.deleteEverything.handler(() => done(() => app.data.deleteEverything())),
    },

    backends: {
      probe: os.backends.probe.handler(({ input }) => done(() => app.backends.probe(input.again))),
    },

    bandwidth: {
      measure: os.bandwidth.measure.handler(() => done(() => app.bandwidth.measure())),
      peak: os.bandwidth.peak.handler(({ input }) => app.bandwidth.peakOf(input.modelId)),
      measurePrefill: os.bandwidth.measurePrefill.handler(async ({ input }) => ({
        runId: await app.bandwidth.measurePrefill(input.modelId),
      })),
    },

    plan: {
      inspect: os.plan.inspect.handler(({ input, signal }) => app.plan.inspect(input, signal)),
      machine: os.plan.machine.handler(({ input }) => app.plan.machine(input.reading)),
    },

    compare: compareRouter(app, ledgers),
    lab: labRouter(app, ledgers),
    library: libraryRouter(app, ledgers),

    servers: serversRouter(app),
    requests: requestsRouter(app, ledgers),
    mcp: mcpRouter(app),
    tools: toolsRouter(app),

    sessions: {
      usage: os.sessions.usage.handler(() => sessions.usage),
      save: os.sessions.save.handler(({ input }) => sessions.save(input.conversationId)),
      removeAll: os.sessions.removeAll.handler(() => done(() => sessions.removeAll())),
    },

    prefixes: {
      follow: os.prefixes.follow.handler(({ input, signal }) =>
        ledgers.pace(input.streamId, signal, app.prefixes.reader(input.everyMs, signal), 1),
      ),
      pin: os.prefixes.pin.handler(({ input }) => done(() => app.prefixes.pin(input.prefixId, input.isPinned))),
      rename: os.prefixes.rename.handler(({ input }) => done(() => app.prefixes.rename(input.prefixId, input.name))),
      warm: os.prefixes.warm.handler(({ input }) => app.prefixes.warm(input.prefixId)),
      process: os.prefixes.process.handler(({ input, signal }) => app.givenPrefixes.process(input, signal)),
      save: os.prefixes.save.handler(({ input }) => app.prefixes.save(input.prefixId)),
      remove: os.prefixes.remove.handler(({ input }) => done(() => app.prefixes.remove(input.prefixId))),
    },

    restartEngine: os.restartEngine.handler(({ input }) => done(() => models.startReloading(input.safeSettings))),
  })
}
