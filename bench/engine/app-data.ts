import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type TurnMetrics, turnMetrics } from '../../core/contract/chat/turn'
import type { KvSettings } from '../../core/contract/settings/kv-settings'
import type { SamplingSettings } from '../../core/contract/settings/sampling'
import { ModelLibrary } from '../../main/library/scan/model-library'
import type { Database } from '../../main/store/sqlite/database'
import { openDatabase } from '../../main/store/sqlite/open-database'
import { openStore } from '../../main/store/store'
import { resources, workFolder } from '../paths'

const answerMs = 180_000
const lookMs = 500

export class AppData {
  private database: Database | undefined
  readonly folder: string

  constructor() {
    mkdirSync(workFolder, { recursive: true })
    this.folder = mkdtempSync(join(workFolder, 'data-'))
  }

  async addModel(path: string, kv: KvSettings, sampling: SamplingSettings): Promise<void> {
    const store = openStore(this.folder, 'desktop')
    const file = await new ModelLibrary(store.database, resources.embeddedModelPath).open(path)
    store.modelSettings.write(file.id, kv, sampling)
    store.close()
  }

  async answer(count: number): Promise<TurnMetrics> {
    const started = performance.now()
    for (;;) {
      const rows = this.opened().all<{ metrics: string | null; state: string }>(
        `SELECT metrics, state FROM messages WHERE role = 'assistant' AND state <> 'streaming' ORDER BY seq`,
      )
      const { metrics, state } = rows[count - 1] ?? {}
      if (state !== undefined && state !== 'complete') throw new Error(`Expected a complete answer, got one that is ${state}`)
      if (metrics) return turnMetrics.parse(JSON.parse(metrics))
      if (performance.now() - started > answerMs) throw new Error(`Expected answer ${count} within ${answerMs} ms, got ${rows.length}`)
      await sleep(lookMs)
    }
  }

  remove(): void {
    this.database?.close()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private opened(): Database {
    if (!this.database) {
      const opened = openDatabase(join(this.folder, 'headroom.sqlite'))
      if ('damaged' in opened) throw new Error(`Expected a readable data folder, got ${opened.damaged}`)
      this.database = opened.database
    }
    return this.database
  }
}
