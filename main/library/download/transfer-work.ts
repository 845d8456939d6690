import { z } from 'zod'
import type { Database } from '../../store/sqlite/database'

const part = z.object({
  from: z.string(),
  path: z.string(),
  sizeBytes: z.number().nonnegative().nullable(),
  sha256: z.string().nullable(),
  mark: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }).nullable(),
  /** True if this transfer created the file. */
  isThere: z.boolean().optional(),
})
export type TransferPart = z.infer<typeof part>

export const transferWork = z.object({
  id: z.string(),
  kind: z.enum(['download', 'copy', 'move']),
  name: z.string(),
  source: z.string(),
  parts: z.array(part).min(1),
})
export type TransferWork = z.infer<typeof transferWork>

export const pathOf = ({ parts }: TransferWork): string => parts[0]?.path ?? ''

export class TransferStore {
  constructor(private readonly db: Database) {}

  list(): TransferWork[] {
    const rows = this.db.all<{ work: string }>('SELECT work FROM transfers ORDER BY begun_at')
    return rows.map(({ work }) => transferWork.safeParse(JSON.parse(work)).data).filter((work) => work !== undefined)
  }
  write(work: TransferWork): void {
    this.db.run(
      'INSERT INTO transfers (id, work, begun_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET work = excluded.work',
      work.id,
      JSON.stringify(work),
      Date.now(),
    )
  }
  remove(id: string): void {
    this.db.run('DELETE FROM transfers WHERE id = ?', id)
  }
}
