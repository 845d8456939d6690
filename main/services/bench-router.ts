import { implement } from '@orpc/server'
import { benchContract } from '../../core/contract/compare/bench-runs'
import type { CreditLedgers } from '../../core/streams/pacing'
import { exportRuns } from '../bench-files/export-runs'
import { importedRun } from '../bench-files/import-rows'
import { isExportOf, runIdOf } from '../bench-files/own-run'
import type { App } from './app'

export function benchRouter({ bench }: Pick<App, 'bench'>, ledgers: CreditLedgers) {
  const os = implement(benchContract)
  return os.router({
    texts: os.texts.handler(() => bench.bundledTexts()),
    check: os.check.handler(({ input }) => bench.check(input)),
    start: os.start.handler(async ({ input }) => ({ runId: await bench.start(input) })),
    tune: os.tune.handler(async ({ input }) => ({ runId: await bench.tune(input) })),
    tuning: os.tuning.handler(({ input }) => bench.history.lastTuning(input.modelId)),
    pause: os.pause.handler(({ input }) => {
      bench.pause(input.runId)
      return {}
    }),
    resume: os.resume.handler(async ({ input }) => {
      await bench.resume(input.runId)
      return {}
    }),
    cancel: os.cancel.handler(async ({ input }) => {
      await bench.cancel(input.runId)
      return {}
    }),
    follow: os.follow.handler(({ input, signal }) => ledgers.pace(input.streamId, signal, bench.reader(input.everyMs, signal))),
    list: os.list.handler(() => bench.history.list()),
    read: os.read.handler(({ input }) => bench.history.read(input.runId)),
    rename: os.rename.handler(({ input }) => {
      bench.history.rename(input.runId, input.title)
      return {}
    }),
    remove: os.remove.handler(({ input }) => {
      bench.remove(input.runId)
      return {}
    }),
    export: os.export.handler(({ input }) =>
      exportRuns(
        input.runIds.map((runId) => bench.history.read(runId)),
        input.format,
      ),
    ),
    import: os.import.handler(({ input }) => {
      const run = importedRun(input.name, input.text)
      const ownId = runIdOf(run.imported)
      const known = ownId === null ? undefined : bench.history.find(ownId)
      if (ownId !== null && known && isExportOf(run.imported, known)) return { runId: ownId, isOwnRun: true }
      // A removed run returns under its own id; a run that differs from the stored one gets a new id.
      const runId = ownId === null || known ? run.id : ownId
      bench.history.add({ ...run, id: runId })
      return { runId, isOwnRun: ownId !== null }
    }),
  })
}
