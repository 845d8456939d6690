import { implement } from '@orpc/server'
import { compareContract } from '../../core/contract/compare/compare-runs'
import type { CreditLedgers } from '../../core/streams/pacing'
import { exportRuns } from '../compare-files/export-runs'
import { importedRun } from '../compare-files/import-rows'
import { isExportOf, runIdOf } from '../compare-files/own-run'
import type { App } from './app'

export function compareRouter({ compare }: Pick<App, 'compare'>, ledgers: CreditLedgers) {
  const os = implement(compareContract)
  return os.router({
    texts: os.texts.handler(() => compare.bundledTexts()),
    check: os.check.handler(({ input }) => compare.check(input)),
    start: os.start.handler(async ({ input }) => ({ runId: await compare.start(input) })),
    tune: os.tune.handler(async ({ input }) => ({ runId: await compare.tune(input) })),
    tuning: os.tuning.handler(({ input }) => compare.history.lastTuning(input.modelId)),
    pause: os.pause.handler(({ input }) => {
      compare.pause(input.runId)
      return {}
    }),
    resume: os.resume.handler(async ({ input }) => {
      await compare.resume(input.runId)
      return {}
    }),
    cancel: os.cancel.handler(async ({ input }) => {
      await compare.cancel(input.runId)
      return {}
    }),
    follow: os.follow.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, compare.reader(input.everyMs, signal))),
    list: os.list.handler(() => compare.history.list()),
    read: os.read.handler(({ input }) => compare.history.read(input.runId)),
    rename: os.rename.handler(({ input }) => {
      compare.history.rename(input.runId, input.title)
      return {}
    }),
    remove: os.remove.handler(({ input }) => {
      compare.remove(input.runId)
      return {}
    }),
    export: os.export.handler(({ input }) =>
      exportRuns(
        input.runIds.map((runId) => compare.history.read(runId)),
        input.format,
      ),
    ),
    import: os.import.handler(({ input }) => {
      const run = importedRun(input.name, input.text)
      const ownId = runIdOf(run.imported)
      const known = ownId === null ? undefined : compare.history.find(ownId)
      if (ownId !== null && known && isExportOf(run.imported, known)) return { runId: ownId, isOwnRun: true }
      // A removed run returns under its own id; a run that differs from the stored one gets a new id.
      const runId = ownId === null || known ? run.id : ownId
      compare.history.add({ ...run, id: runId })
      return { runId, isOwnRun: ownId !== null }
    }),
  })
}
