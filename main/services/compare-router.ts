import { implement } from '@orpc/server'
import { compareContract } from '../../core/contract/compare/compare-contract'
import type { CreditLedgers } from '../../core/streams/pacing'
import type { App } from './app'
import { done } from './common/done'

export function compareRouter({ compare }: Pick<App, 'compare'>, ledgers: CreditLedgers) {
  const os = implement(compareContract)
  return os.router({
    texts: os.texts.handler(() => compare.bundledTexts()),
    check: os.check.handler(({ input }) => compare.check(input)),
    start: os.start.handler(async ({ input }) => ({ runId: await compare.start(input) })),
    tune: os.tune.handler(async ({ input }) => ({ runId: await compare.tune(input) })),
    tuning: os.tuning.handler(({ input }) => compare.history.lastTuning(input.modelId)),
    typeSearch: os.typeSearch.handler(({ input }) => compare.history.lastTypeSearch(input.modelId)),
    measuredPair: os.measuredPair.handler(({ input }) => compare.history.measuredPair(input.modelId, input.reference, input.settings)),
    pause: os.pause.handler(({ input }) => done(() => compare.pause(input.runId))),
    resume: os.resume.handler(({ input }) => done(() => compare.resume(input.runId))),
    cancel: os.cancel.handler(({ input }) => done(() => compare.cancel(input.runId))),
    follow: os.follow.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, compare.reader(input.everyMs, signal))),
    list: os.list.handler(() => compare.history.list()),
    read: os.read.handler(({ input }) => compare.history.read(input.runId)),
    rename: os.rename.handler(({ input }) => done(() => compare.history.rename(input.runId, input.title))),
    remove: os.remove.handler(({ input }) => done(() => compare.remove(input.runId))),
    export: os.export.handler(({ input }) => compare.history.export(input.runIds, input.format)),
    import: os.import.handler(({ input }) => compare.history.import(input.name, input.text)),
  })
}
