/** The host's contract. Each connection has its own router, because it has its own credit. */
import { implement } from '@orpc/server'
import { hostContract } from '../../core/contract'
import type { ConversationThread } from '../../core/contract/chat/conversations'
import { coded } from '../../core/contract/errors/coded-error'
import { bugReport } from '../../core/events/bug-report'
import { CreditLedgers } from '../../core/streams/pacing'
import { asJson, asMarkdown } from '../store/chat/export-conversation'
import type { App } from './app'
import { compareRouter } from './compare-router'
import { labRouter } from './lab-router'
import { libraryRouter } from './library-router'

export function hostRouter(app: App) {
  const os = implement(hostContract)
  const ledgers = new CreditLedgers()
  const { conversations, messages, branches } = app.store

  function thread(conversationId: string): ConversationThread {
    const conversation = conversations.get(conversationId)
    const leaf = conversations.leaf(conversationId)
    const path = leaf ? messages.path(leaf) : []
    const last = path.at(-1)
    return {
      conversation,
      systemPrompt: conversations.systemPrompt(conversationId),
      overflow: conversations.overflow(conversationId),
      messages: path,
      answers: last ? messages.setOf(last) : [],
    }
  }
  /** For requests whose result is in the app state. */
  const done = (work: () => void) => {
    work()
    return {}
  }
  /** Tells windows to read the conversations again. */
  function changed<T>(result: T): T {
    app.state.changed('conversations')
    return result
  }

  return os.router({
    info: os.info.handler(() => app.info),
    grant: os.grant.handler(({ input }) => {
      ledgers.grant(input.streamId, input.received)
      return {}
    }),
    followState: os.followState.handler(({ input, signal }) =>
      ledgers.pace(input.streamId, signal, app.state.reader(input.everyMs, signal)),
    ),
    followCommands: os.followCommands.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, app.commands.reader(signal))),
    dismissNotice: os.dismissNotice.handler(({ input }) => {
      app.state.dismiss(input.id)
      return {}
    }),

    conversations: {
      list: os.conversations.list.handler(() => conversations.list()),
      create: os.conversations.create.handler(({ input }) =>
        changed(conversations.create(input.systemPrompt ?? '', input.isPrivate ?? false)),
      ),
      read: os.conversations.read.handler(({ input }) => thread(input.conversationId)),
      rename: os.conversations.rename.handler(({ input }) => changed(conversations.rename(input.conversationId, input.title))),
      setSystemPrompt: os.conversations.setSystemPrompt.handler(({ input }) => {
        conversations.setSystemPrompt(input.conversationId, input.systemPrompt)
        return changed({})
      }),
      setOverflow: os.conversations.setOverflow.handler(({ input }) => {
        app.turns.setOverflow(input.conversationId, input.overflow)
        return changed({})
      }),
      rehearse: os.conversations.rehearse.handler(({ input }) => app.foresight.rehearse(input.conversationId, input.overflow)),
      pin: os.conversations.pin.handler(({ input }) => {
        const { conversationId } = messages.get(input.messageId)
        if (conversationId !== input.conversationId) throw coded('message-not-found', { messageId: input.messageId })
        messages.pin(input.messageId, input.pinned)
        return changed({})
      }),
      showBranch: os.conversations.showBranch.handler(({ input }) => {
        const { conversationId } = messages.get(input.messageId)
        if (conversationId !== input.conversationId) throw coded('message-not-found', { messageId: input.messageId })
        branches.show(conversationId, branches.leafThrough(conversationId, input.messageId))
        return changed(thread(conversationId))
      }),
      remove: os.conversations.remove.handler(({ input }) => {
        if (app.turns.isBusy(input.conversationId)) throw coded('conversation-busy', input)
        conversations.remove(input.conversationId)
        app.sessions.forget(input.conversationId)
        return changed({})
      }),
      bin: os.conversations.bin.handler(() => app.bin.list()),
      removeForGood: os.conversations.removeForGood.handler(({ input }) => done(() => app.bin.removeForGood(input.conversationId))),
      emptyBin: os.conversations.emptyBin.handler(() => done(() => app.bin.empty())),
      restore: os.conversations.restore.handler(({ input }) => changed(conversations.restore(input.conversationId))),
      search: os.conversations.search.handler(({ input }) => app.store.search(input.text)),
      export: os.conversations.export.handler(({ input }) => {
        const { conversation, systemPrompt, messages: path } = thread(input.conversationId)
        return input.format === 'markdown'
          ? asMarkdown(conversation, systemPrompt, path)
          : asJson(conversation, systemPrompt, messages.all(input.conversationId), conversations.leaf(input.conversationId))
      }),
    },

    unsent: {
      read: os.unsent.read.handler(() => app.unsent.all),
      write: os.unsent.write.handler(({ input }) => {
        app.unsent.write(input)
        return {}
      }),
    },

    turns: {
      send: os.turns.send.handler(({ input }) => app.turns.send(input)),
      regenerate: os.turns.regenerate.handler(({ input }) =>
        app.turns.regenerate(input.conversationId, input.answerId, input.sentAtMs, input.answers),
      ),
      goOn: os.turns.goOn.handler(({ input }) => app.turns.goOn(input.conversationId, input.answerId, input.sentAtMs)),
      foresee: os.turns.foresee.handler(({ input }) => app.foresight.foresee(input)),
      shown: os.turns.shown.handler(({ input }) => {
        app.turns.shown(input.turnId, input.text)
        return {}
      }),
      stop: os.turns.stop.handler(({ input }) => {
        app.turns.stop(input.turnId)
        return {}
      }),
    },

    models: {
      list: os.models.list.handler(() => app.library.list()),
      open: os.models.open.handler(({ input }) => openModel(app, input.path)),
      openDialog: os.models.openDialog.handler(async () => {
        if (!app.chooseModelFile) throw coded('not-on-this-host', { what: 'The file dialog' })
        const path = await app.chooseModelFile()
        return path === null ? null : openModel(app, path)
      }),
      forget: os.models.forget.handler(({ input }) => {
        app.library.forget(input.modelId)
        app.state.changed('models')
        return {}
      }),
      load: os.models.load.handler(async ({ input }) => {
        await app.library.get(input.modelId)
        app.compare.assertIdle()
        void app.models.load(input.modelId, input.safeSettings ?? false)
        return {}
      }),
      cancelLoad: os.models.cancelLoad.handler(() => {
        app.models.cancelLoad()
        return {}
      }),
      unload: os.models.unload.handler(async () => {
        await app.sessions.keepAll()
        app.models.unload()
        return {}
      }),
      settings: os.models.settings.handler(({ input }) => app.modelSettings.readListed(input.modelId)),
      cacheShape: os.models.cacheShape.handler(({ input }) => app.models.cacheShape(input.modelId)),
      checkDraft: os.models.checkDraft.handler(({ input: { modelId, draftModelId, ...context } }) =>
        app.drafts.check(modelId, draftModelId, context),
      ),
      saveSettings: os.models.saveSettings.handler(async ({ input }) => {
        await app.models.saveSettings(input.modelId, input.kv, input.sampling)
        return {}
      }),
    },

    events: {
      list: os.events.list.handler(() => [...app.state.events.list]),
      report: os.events.report.handler(() => {
        const { engine, model } = app.state.value
        const facts = { info: app.info, engine: engine.status === 'ready' ? engine.info : null, model, events: app.state.events.list }
        return { text: bugReport(facts) }
      }),
      windowError: os.events.windowError.handler(({ input }) => {
        app.state.events.addWindowError(input)
        return {}
      }),
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
      openFolder: os.data.openFolder.handler(async () => {
        await app.data.openFolder()
        return {}
      }),
      deleteEverything: os.data.deleteEverything.handler(async () => {
        await app.data.deleteEverything()
        return {}
      }),
    },

    backends: {
      probe: os.backends.probe.handler(async ({ input }) => {
        app.compare.assertIdle()
        await app.backends.probe(input.again)
        return {}
      }),
    },

    plan: {
      inspect: os.plan.inspect.handler(({ input, signal }) => app.plan.inspect(input, signal)),
      machine: os.plan.machine.handler(() => app.plan.machine()),
    },

    compare: compareRouter(app, ledgers),
    lab: labRouter(app, ledgers),
    library: libraryRouter(app, ledgers),

    sessions: {
      usage: os.sessions.usage.handler(() => app.sessions.usage),
      save: os.sessions.save.handler(({ input }) => app.sessions.save(input.conversationId)),
      removeAll: os.sessions.removeAll.handler(() => {
        app.sessions.removeAll()
        return {}
      }),
    },

    restartEngine: os.restartEngine.handler(({ input }) => {
      // A benchmark reloads the chat's engine when it ends.
      if (app.state.value.compareRunId === null) void app.models.reload(input.safeSettings)
      return {}
    }),
  })
}

async function openModel(app: App, path: string) {
  const file = await app.library.open(path)
  app.state.changed('models')
  return file
}
