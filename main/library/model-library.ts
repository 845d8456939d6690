/** The models that this Headroom knows: the embedded one, and those whose file was opened. */
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { coded } from '../../core/contract/coded-error'
import { type ModelFile, modelFile } from '../../core/contract/models'
import type { SamplingSettings } from '../../core/contract/sampling'
import type { Database } from '../store/database'
import { type CheckedModel, checkModelFile } from './check-model-file'
import { typedPath } from './typed-path'

/** The embedded model's id is fixed: its path differs between a checkout and an installation. */
export const embeddedModelId = 'pocket'
/** Its card: "Use temperature 0 to 0.3." */
const embeddedSampling: Partial<SamplingSettings> = { temperature: 0.2 }

const storedFacts = modelFile.omit({ id: true, path: true, lastOpenedAt: true, missing: true })

interface ModelRow {
  id: string
  path: string
  facts: string
  last_opened_at: number | null
}

export class ModelLibrary {
  private embedded: ModelFile | undefined

  constructor(
    private readonly db: Database,
    private readonly embeddedPath: string,
  ) {}

  /** The embedded model first, then the others, the one used last on top. */
  async list(): Promise<ModelFile[]> {
    const rows = this.db.all<ModelRow>('SELECT * FROM models WHERE id <> ? ORDER BY last_opened_at DESC', embeddedModelId)
    const embedded = await this.embeddedModel().catch(() => undefined)
    return [...(embedded ? [embedded] : []), ...rows.map(fromRow).filter((file) => file !== undefined)]
  }

  /** Throws `model-not-found`. */
  async get(id: string): Promise<ModelFile> {
    if (id === embeddedModelId) return this.embeddedModel()
    const row = this.db.get<ModelRow>('SELECT * FROM models WHERE id = ?', id)
    const file = row && fromRow(row)
    if (!file) throw coded('model-not-found', { modelId: id })
    return file
  }

  /** Checks a file, named as people name files, and remembers it. Throws the coded errors of files. */
  async open(path: string, origin: 'opened' | 'uploaded' = 'opened'): Promise<ModelFile> {
    const absolute = typedPath(path)
    if (absolute === resolve(this.embeddedPath)) return this.embeddedModel()
    const checked = await checkModelFile(absolute)
    const id = createHash('sha256').update(absolute).digest('hex').slice(0, 16)
    const file = describe(id, absolute, origin, checked)
    const { id: _, path: __, lastOpenedAt: ___, missing: ____, ...facts } = file
    this.db.run(
      'INSERT INTO models (id, path, facts, last_opened_at) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET facts = excluded.facts, last_opened_at = excluded.last_opened_at',
      id,
      absolute,
      JSON.stringify(facts),
      Date.now(),
    )
    return { ...file, lastOpenedAt: Date.now() }
  }

  /** It was loaded: it moves up in the list. */
  used(id: string): void {
    this.db.run('UPDATE models SET last_opened_at = ? WHERE id = ?', Date.now(), id)
  }

  /** Takes it out of the list; its file stays. Throws `model-not-found`, also for the embedded one, which cannot go. */
  forget(id: string): void {
    if (this.db.run('DELETE FROM models WHERE id = ?', id).changes === 0) throw coded('model-not-found', { modelId: id })
  }

  recommendedSampling(id: string): Partial<SamplingSettings> {
    return id === embeddedModelId ? embeddedSampling : {}
  }

  private async embeddedModel(): Promise<ModelFile> {
    this.embedded ??= describe(embeddedModelId, this.embeddedPath, 'embedded', await checkModelFile(this.embeddedPath))
    return this.embedded
  }
}

function describe(id: string, path: string, origin: ModelFile['origin'], { facts, sizeBytes }: CheckedModel): ModelFile {
  return {
    id,
    path,
    name: facts.name ?? basename(path).replace(/\.gguf$/i, ''),
    origin,
    architecture: facts.architecture,
    sizeBytes,
    parameters: facts.parameters,
    weightType: facts.weightType,
    layers: facts.layers,
    trainedTokens: facts.trainedTokens,
    hasChatTemplate: facts.hasChatTemplate,
    lastOpenedAt: null,
    missing: false,
  }
}

/** undefined for a row that today's contract no longer knows: opening the file again mends it. */
function fromRow(row: ModelRow): ModelFile | undefined {
  const parsed = storedFacts.safeParse(JSON.parse(row.facts))
  return parsed.success
    ? { ...parsed.data, id: row.id, path: row.path, lastOpenedAt: row.last_opened_at, missing: !existsSync(row.path) }
    : undefined
}
