/** What tells the cache of one context from that of another: worked out once per context, from the model's file. */
import type { ContextReport } from '../../core/contract/cache'
import { coded } from '../../core/contract/coded-error'
import { fingerprintOf, type SessionFingerprint } from '../../core/sessions/fingerprint'
import { readModelHeader } from '../library/read-model-header'
import { modelHash } from '../sessions/model-hash'
import type { Supervisor } from '../supervisor/supervisor'
import type { AppStateHolder } from './app-state'

export class SessionFingerprints {
  private readonly known = new WeakMap<ContextReport, Promise<SessionFingerprint>>()

  constructor(
    private readonly supervisor: Supervisor,
    private readonly state: AppStateHolder,
  ) {}

  /** Of the context that is there. Throws `no-model-loaded` and the coded errors of files. */
  of(context: ContextReport): Promise<SessionFingerprint> {
    let found = this.known.get(context)
    if (!found) {
      found = this.make(context)
      // A file that cannot be read now may be readable later.
      found.catch(() => this.known.delete(context))
      this.known.set(context, found)
    }
    return found
  }

  private async make(context: ContextReport): Promise<SessionFingerprint> {
    const { model } = this.state.value
    const { engine } = this.supervisor
    if (model.status !== 'ready' || !engine) throw coded('no-model-loaded', {})
    const { header, parts } = await readModelHeader(model.file.path)
    const files = parts.map(({ path }) => ({ path, headerBytes: header.dataOffset }))
    return fingerprintOf(await modelHash(files), header, context, engine.info)
  }
}
