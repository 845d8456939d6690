import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import { type ModelFile, modelFile } from '../../../core/contract/models/models'
import type { SamplingSettings } from '../../../core/contract/settings/sampling'
import type { Database } from '../../store/sqlite/database'
import { typedPath } from '../files/typed-path'
import { checkModelFile } from '../header/check-model-file'
import { describeFile, modelIdOf } from '../header/describe-file'
import { stampOf } from './find-models'

/** The id is fixed, because the path differs between a checkout and an installation. */
export const embeddedModelId = 'pocket'
/** The model card says: "Use temperature 0 to 0.3." */
const embeddedSampling: Partial<SamplingSettings> = { temperature: 0.2 }

const storedFacts = modelFile.omit({ id: true, path: true, lastOpenedAt: true, missing: true })

interface ModelRow {
  id: string
  path: string
  facts: string
  last_opened_at: number | null
}

export interface StampedModel {
  readonly file: ModelFile
  readonly stamp: string
  /** null if the user opened the file directly. */
  readonly folder: string | null
}

export class ModelLibrary {
  private embedded: ModelFile | undefined

  constructor(
    private readonly db: Database,
    private readonly embeddedPath: string,
  ) {}

  async list(): Promise<ModelFile[]> {
    const rows = this.db.all<ModelRow>('SELECT * FROM models WHERE id <> ? ORDER BY last_opened_at DESC, path', embeddedModelId)
    const embedded = await this.embeddedModel().catch(() => undefined)
    return [...(embedded ? [embedded] : []), ...rows.map(fromRow).filter((file) => file !== undefined)]
  }

  renewable(): ModelFile[] {
    const rows = this.db.all<ModelRow>(
      `SELECT models.* FROM models LEFT JOIN model_stamps ON model_id = id
       WHERE id <> ? AND (folder IS NULL OR json_extract(facts, '$.cost') IS NULL)`,
      embeddedModelId,
    )
    return rows.map(fromRow).filter((file) => file !== undefined)
  }

  async get(id: string): Promise<ModelFile> {
    if (id === embeddedModelId) return this.embeddedModel()
    const file = this.stored(id)
    if (!file) throw coded('model-not-found', { modelId: id })
    return file
  }

  /** Throws file and GGUF errors. */
  async open(path: string, origin: ModelOrigin = 'opened'): Promise<ModelFile> {
    const absolute = typedPath(path)
    if (absolute === resolve(this.embeddedPath)) return this.embeddedModel()
    const id = modelIdOf(absolute)
    const known = this.stored(id)
    const listing = known && origin === 'opened' ? { origin: known.origin, name: known.name } : { origin }
    const file = describeFile({ id, path: absolute, ...listing }, await checkModelFile(absolute))
    this.remember([{ file, stamp: (await stampOf(absolute)) ?? '', folder: this.folderOf(id) }])
    this.used(id)
    return { ...file, lastOpenedAt: Date.now() }
  }

  remember(models: readonly StampedModel[]): void {
    this.db.together(() => {
      for (const { file, stamp, folder } of models) {
        const { id, path, lastOpenedAt: _, missing: __, ...facts } = file
        this.db.run(
          'INSERT INTO models (id, path, facts) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET facts = excluded.facts',
          id,
          path,
          JSON.stringify(facts),
        )
        this.db.run(
          'INSERT INTO model_stamps (model_id, stamp, folder) VALUES (?, ?, ?) ON CONFLICT (model_id) DO UPDATE SET stamp = excluded.stamp, folder = excluded.folder',
          id,
          stamp,
          folder,
        )
      }
    })
  }

  stamps(): ReadonlyMap<string, string> {
    const rows = this.db.all<{ model_id: string; stamp: string }>(
      'SELECT model_id, stamp FROM model_stamps JOIN models ON models.id = model_stamps.model_id',
    )
    return new Map(rows.map((row) => [row.model_id, row.stamp]))
  }

  countsByFolder(): ReadonlyMap<string, number> {
    const rows = this.db.all<{ folder: string; models: number }>(
      'SELECT folder, count(*) AS models FROM model_stamps JOIN models ON models.id = model_id WHERE folder IS NOT NULL GROUP BY folder',
    )
    return new Map(rows.map(({ folder, models }) => [folder, models]))
  }

  /** Removes models that are not in `ids`, except those that have been used, which are shown as missing. */
  keepInFolder(folder: string, ids: ReadonlySet<string>): void {
    const rows = this.db.all<{ id: string }>(
      'SELECT id FROM models JOIN model_stamps ON model_id = id WHERE folder = ? AND last_opened_at IS NULL',
      folder,
    )
    this.db.together(() => {
      for (const { id } of rows) if (!ids.has(id)) this.db.run('DELETE FROM models WHERE id = ?', id)
    })
  }

  used(id: string): void {
    this.db.run('UPDATE models SET last_opened_at = ? WHERE id = ?', Date.now(), id)
  }

  /** Does not delete the file. Throws `model-not-found`, even for the embedded model. */
  forget(id: string): void {
    if (this.db.run('DELETE FROM models WHERE id = ?', id).changes === 0) throw coded('model-not-found', { modelId: id })
  }

  recommendedSampling(id: string): Partial<SamplingSettings> {
    return id === embeddedModelId ? embeddedSampling : {}
  }

  private stored(id: string): ModelFile | undefined {
    const row = this.db.get<ModelRow>('SELECT * FROM models WHERE id = ?', id)
    return row && fromRow(row)
  }

  private folderOf(id: string): string | null {
    return this.db.get<{ folder: string | null }>('SELECT folder FROM model_stamps WHERE model_id = ?', id)?.folder ?? null
  }

  private async embeddedModel(): Promise<ModelFile> {
    this.embedded ??= describeFile(
      { id: embeddedModelId, path: this.embeddedPath, origin: 'embedded' },
      await checkModelFile(this.embeddedPath),
    )
    return this.embedded
  }
}

function fromRow(row: ModelRow): ModelFile | undefined {
  const parsed = storedFacts.safeParse(JSON.parse(row.facts))
  return parsed.success
    ? { ...parsed.data, id: row.id, path: row.path, lastOpenedAt: row.last_opened_at, missing: !existsSync(row.path) }
    : undefined
}
