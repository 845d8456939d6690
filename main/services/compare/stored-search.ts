/** Searches of the command line, stored where the window looks for them. Locks the data folder only to write. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { isSameSettings } from '../../../core/compare/same-settings'
import type { ComparePlan, CompareRun } from '../../../core/contract/compare/compare-runs'
import { coded } from '../../../core/contract/errors/coded-error'
import { CompareRuns } from '../../store/compare-runs'
import { lockDataFolder } from '../../store/sqlite/data-lock'
import type { Database } from '../../store/sqlite/database'
import { openDatabase } from '../../store/sqlite/open-database'
import { withoutText } from './compare-run'

type Plan = Omit<ComparePlan, 'modelId' | 'title'>

/** The newest search with these limits, reference and text, if any. Throws `data-from-newer-version`, `store-failed`, `vc-runtime-missing`. */
export function storedSearch(folder: string, modelId: string, plan: Plan, text: string): CompareRun | null {
  const path = databasePath(folder)
  if (!existsSync(path)) return null
  return using(path, (database) => {
    const runs = new CompareRuns(database)
    for (const id of runs.typeSearches(modelId)) {
      const run = runs.read(id)
      if (run.plan && isSameQuestion(run.plan, plan) && (!plan.quality || runs.ownText(id) === text)) return run
    }
    return null
  })
}

/** Throws `data-folder-in-use`, `disk-full`, and the errors of `storedSearch`. */
export function storeSearch(folder: string, run: CompareRun, text: string): void {
  const lock = lockDataFolder(folder, 'command-line')
  try {
    const plan = run.plan && withoutText(run.plan, run.id, run.title)
    using(databasePath(folder), (database) => new CompareRuns(database).add({ ...run, plan }, plan?.quality ? text : null))
  } finally {
    lock.release()
  }
}

const databasePath = (folder: string): string => join(folder, 'headroom.sqlite')

function using<T>(path: string, work: (database: Database) => T): T {
  const opened = openDatabase(path)
  if ('damaged' in opened) throw coded('store-failed', { path, reason: { kind: 'sqlite', quoted: opened.damaged } })
  try {
    return work(opened.database)
  } finally {
    opened.database.close()
  }
}

const isSameQuestion = (one: Plan, other: Plan): boolean => {
  const [first, second] = [one.variants[0], other.variants[0]]
  return first !== undefined && second !== undefined && isSameSettings(first, second) && isDeepStrictEqual(measured(one), measured(other))
}

const measured = ({ gate, quality, passkey }: Plan) => ({
  gate,
  passkey,
  quality: quality && { chunkTokens: quality.chunkTokens, maxChunks: quality.maxChunks, specialTokens: quality.specialTokens === true },
})
