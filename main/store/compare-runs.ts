/** Writes each cell as it is measured, so a crash loses at most the current one. */

import { isSameSettings } from '../../core/compare/same-settings'
import type { CompareCell, CompareRun, CompareRunSummary, RunState, Tuning } from '../../core/contract/compare/compare-runs'
import { coded } from '../../core/contract/errors/coded-error'
import { storedFailure } from '../../core/contract/errors/stored-failure'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { Database } from './sqlite/database'

type Facts = Pick<CompareRun, 'headroomVersion' | 'machine' | 'engine' | 'model' | 'plan' | 'proposals'>

interface SummaryRow {
  id: string
  title: string
  kind: CompareRun['kind']
  state: RunState
  started_at: number
  ended_at: number | null
  model_name: string
  cells: number
  done: number
  failed: number
}
interface RunRow extends SummaryRow {
  facts: string
  imported: string
}

const summaryColumns = `r.id, r.title, r.kind, r.state, r.started_at, r.ended_at, r.model_name,
  json_array_length(r.imported) + (SELECT count(*) FROM compare_cells c WHERE c.run_id = r.id) AS cells,
  json_array_length(r.imported) + (SELECT count(*) FROM compare_cells c WHERE c.run_id = r.id AND c.state = 'done') AS done,
  (SELECT count(*) FROM compare_cells c WHERE c.run_id = r.id AND c.state = 'failed') AS failed`

export class CompareRuns {
  constructor(private readonly db: Database) {}

  list(): CompareRunSummary[] {
    return this.db.all<SummaryRow>(`SELECT ${summaryColumns} FROM compare_runs r ORDER BY r.started_at DESC, r.seq DESC`).map(summaryOf)
  }

  get count(): number {
    return this.db.get<{ runs: number }>('SELECT count(*) AS runs FROM compare_runs')?.runs ?? 0
  }

  read(runId: string): CompareRun {
    const row = this.db.get<RunRow>(`SELECT ${summaryColumns}, r.facts, r.imported FROM compare_runs r WHERE r.id = ?`, runId)
    if (!row) throw coded('compare-run-not-found', { runId })
    const cells = this.db.all<{ cell: string }>('SELECT cell FROM compare_cells WHERE run_id = ? ORDER BY position', runId)
    return {
      ...summaryOf(row),
      ...(JSON.parse(row.facts) as Facts),
      results: cells.map(({ cell }) => readCell(cell)),
      imported: JSON.parse(row.imported) as CompareRun['imported'],
    }
  }

  /** Returns null if the run uses none of the user's text. Throws `compare-run-not-found`. */
  ownText(runId: string): string | null {
    const row = this.db.get<{ own_text: string | null }>('SELECT own_text FROM compare_runs WHERE id = ?', runId)
    if (!row) throw coded('compare-run-not-found', { runId })
    return row.own_text
  }

  add(run: CompareRun, ownText: string | null): void {
    this.db.together(() => {
      this.db.run(
        `INSERT INTO compare_runs (id, title, kind, state, started_at, ended_at, model_id, model_name, facts, own_text, imported)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        run.id,
        run.title,
        run.kind,
        run.state,
        run.startedAt,
        run.endedAt,
        run.model.id,
        run.modelName,
        factsOf(run),
        ownText,
        JSON.stringify(run.imported),
      )
      this.writeCells(run.id, run.results)
    })
  }

  save(run: CompareRun, cells: readonly CompareCell[]): void {
    this.db.together(() => {
      const { state, endedAt, id } = run
      this.db.run('UPDATE compare_runs SET state = ?, ended_at = ?, facts = ? WHERE id = ?', state, endedAt, factsOf(run), id)
      this.writeCells(id, cells)
    })
  }

  rename(runId: string, title: string): void {
    if (this.db.run('UPDATE compare_runs SET title = ? WHERE id = ?', title, runId).changes === 0)
      throw coded('compare-run-not-found', { runId })
  }

  remove(runId: string): void {
    if (this.db.run('DELETE FROM compare_runs WHERE id = ?', runId).changes === 0) throw coded('compare-run-not-found', { runId })
  }

  lastTuning(modelId: string): Tuning | null {
    const row = this.db.get<{ id: string; ended_at: number; facts: string }>(
      `SELECT id, ended_at, facts FROM compare_runs WHERE model_id = ? AND kind = 'tune' AND state = 'done' ORDER BY ended_at DESC LIMIT 1`,
      modelId,
    )
    if (!row) return null
    const { proposals, plan } = JSON.parse(row.facts) as Facts
    return { runId: row.id, at: row.ended_at, depth: plan?.speed?.tests.at(-1)?.depth ?? 0, proposals }
  }

  lastTypeSearch(modelId: string): CompareRun | null {
    const [id] = this.typeSearches(modelId)
    return id === undefined ? null : this.read(id)
  }

  /** The ids of finished searches for the cheapest types, newest first. */
  typeSearches(modelId: string): readonly string[] {
    const rows = this.db.all<{ id: string }>(
      `SELECT id FROM compare_runs WHERE model_id = ? AND state = 'done' AND json_extract(facts, '$.plan.gate.isSearch') = 1
       ORDER BY ended_at DESC`,
      modelId,
    )
    return rows.map(({ id }) => id)
  }

  /** Finished runs that measured `settings` against `reference`, newest first. */
  withPair(
    modelId: string,
    reference: KvSettings,
    settings: KvSettings,
  ): readonly { readonly id: string; readonly fingerprint: string | undefined }[] {
    const rows = this.db.all<{ id: string; facts: string }>(
      `SELECT id, facts FROM compare_runs WHERE model_id = ? AND kind = 'compare' AND state = 'done' ORDER BY ended_at DESC`,
      modelId,
    )
    return rows.flatMap(({ id, facts }) => {
      const { plan, model } = JSON.parse(facts) as Facts
      const [first, ...others] = plan?.variants ?? []
      if (!first || !isSameSettings(first, reference) || !others.some((one) => isSameSettings(one, settings))) return []
      return [{ id, fingerprint: model.fingerprint }]
    })
  }

  /** Does not mark paused runs. Returns the number of marked runs. */
  markInterrupted(): number {
    return this.db.together(() => {
      this.db.run(
        `UPDATE compare_cells SET state = 'cancelled', cell = json_set(cell, '$.state', 'cancelled')
         WHERE state IN ('running', 'waiting') AND run_id IN (SELECT id FROM compare_runs WHERE state = 'running')`,
      )
      return this.db.run(`UPDATE compare_runs SET state = 'interrupted', ended_at = ? WHERE state = 'running'`, Date.now()).changes
    })
  }

  private writeCells(runId: string, cells: readonly CompareCell[]): void {
    for (const cell of cells)
      this.db.run(
        `INSERT INTO compare_cells (run_id, position, state, cell) VALUES (?, ?, ?, ?)
         ON CONFLICT (run_id, position) DO UPDATE SET state = excluded.state, cell = excluded.cell`,
        runId,
        cell.index,
        cell.state,
        JSON.stringify(cell),
      )
  }
}

function readCell(json: string): CompareCell {
  const cell = JSON.parse(json) as CompareCell
  return { ...cell, failure: storedFailure(cell.failure) }
}

const summaryOf = (row: SummaryRow): CompareRunSummary => ({
  id: row.id,
  title: row.title,
  kind: row.kind,
  state: row.state,
  startedAt: row.started_at,
  endedAt: row.ended_at,
  modelName: row.model_name,
  cells: row.cells,
  done: row.done,
  failed: row.failed,
})

function factsOf({ headroomVersion, machine, engine, model, plan, proposals }: CompareRun): string {
  return JSON.stringify({ headroomVersion, machine, engine, model, plan, proposals } satisfies Facts)
}
