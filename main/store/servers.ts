import { randomUUID } from 'node:crypto'
import { coded } from '../../core/contract/errors/coded-error'
import type { Database } from './sqlite/database'

export interface ServerRow {
  readonly id: string
  readonly name: string
  readonly url: string
  /** Encrypted by the keychain. */
  readonly sealedKey: string | null
  readonly model: string | null
}

const columns = 'id, name, url, sealed_key AS sealedKey, model'
type Row = ServerRow & Record<string, unknown>

export class ServerStore {
  constructor(private readonly db: Database) {}

  /** The server that was used last comes first. */
  list(): ServerRow[] {
    return this.db.all<Row>(`SELECT ${columns} FROM servers ORDER BY used_at DESC, name`)
  }

  /** Throws `server-not-saved`. */
  read(id: string): ServerRow {
    const row = this.db.get<Row>(`SELECT ${columns} FROM servers WHERE id = ?`, id)
    if (!row) throw coded('server-not-saved', {})
    return row
  }

  /** The name of a server with the same address changes. */
  add(name: string, url: string): ServerRow {
    this.db.run(
      'INSERT INTO servers (id, name, url) VALUES (?, ?, ?) ON CONFLICT (url) DO UPDATE SET name = excluded.name',
      randomUUID(),
      name,
      url,
    )
    return this.db.get<Row>(`SELECT ${columns} FROM servers WHERE url = ?`, url) as ServerRow
  }

  /** Another server with the same address is removed. Throws `server-not-saved`. */
  change(id: string, name: string, url: string): ServerRow {
    this.read(id)
    this.db.together(() => {
      const other = this.db.get<Row>(`SELECT ${columns} FROM servers WHERE url = ? AND id <> ?`, url, id)
      if (other) this.erase(other.id)
      this.db.run('UPDATE servers SET name = ?, url = ? WHERE id = ?', name, url, id)
    })
    return this.read(id)
  }

  setKey(id: string, sealedKey: string | null): void {
    this.db.run('UPDATE servers SET sealed_key = ? WHERE id = ?', sealedKey, id)
  }

  used(id: string, model: string): void {
    this.db.run('UPDATE servers SET model = ?, used_at = ? WHERE id = ?', model, Date.now(), id)
  }

  /** Throws `server-not-saved`. */
  remove(id: string): void {
    this.read(id)
    this.db.together(() => this.erase(id))
  }

  private erase(id: string): void {
    this.db.run('DELETE FROM servers WHERE id = ?', id)
    this.db.run('DELETE FROM model_settings WHERE model_id = ?', settingsIdOf(id))
  }
}

/** The sampling settings of a server are stored with those of the models. */
export const settingsIdOf = (serverId: string): string => `server:${serverId}`
