/** What a transfer has to do, as it is kept over a restart. */
import { z } from 'zod'
import type { Database } from '../../store/sqlite/database'

const part = z.object({
  /** An address, or a path of this machine. */
  from: z.string(),
  /** Where it will be. */
  path: z.string(),
  /** null: not known before the server has answered. */
  sizeBytes: z.number().nonnegative().nullable(),
  /** As the server publishes it; null: it does not. */
  sha256: z.string().nullable(),
  /** What the server said of the file when it was begun. */
  mark: z.object({ etag: z.string().nullable(), lastModified: z.string().nullable() }).nullable(),
  /** It has its name, given to it by this transfer: it need not be looked at again. */
  isThere: z.boolean().optional(),
})
export type TransferPart = z.infer<typeof part>

export const transferWork = z.object({
  id: z.string(),
  kind: z.enum(['download', 'copy', 'move']),
  name: z.string(),
  source: z.string(),
  /** The first is what the model is opened by. */
  parts: z.array(part).min(1),
})
export type TransferWork = z.infer<typeof transferWork>

export const pathOf = ({ parts }: TransferWork): string => parts[0]?.path ?? ''

export class TransferStore {
  constructor(private readonly db: Database) {}

  /** In the order in which they were begun. What today's Headroom does not understand is left out. */
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
