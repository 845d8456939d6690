/** Describes the loaded weights, even if their file was replaced. */
import type { ContextReport } from '../../../core/contract/cache/cache'
import { coded } from '../../../core/contract/errors/coded-error'
import { fingerprintOf, type SessionFingerprint } from '../../../core/sessions/fingerprint'
import { type FileIdentity, wereWrittenTo } from '../../library/files/file-identity'
import type { Supervisor } from '../../supervisor/supervisor'
import type { LoadedWeights } from '../models/engine-weights'

interface Known {
  readonly fingerprint: SessionFingerprint
  readonly path: string
  readonly files: readonly FileIdentity[]
}

export class SessionFingerprints {
  private readonly known = new WeakMap<ContextReport, Known>()

  constructor(
    private readonly supervisor: Supervisor,
    private readonly weights: () => LoadedWeights | undefined,
  ) {}

  /** Call while this context's weights are loaded. */
  contextCreated(context: ContextReport): void {
    const { engine } = this.supervisor
    const weights = this.weights()
    if (!engine || !weights) return
    const { hash, header, files, path } = weights
    this.known.set(context, { fingerprint: fingerprintOf(hash, header, context, engine.info), path, files })
  }

  /** llama.cpp reads weights from the file on demand. Throws `no-model-loaded`, and `model-file-changed` if the file was overwritten. */
  async of(context: ContextReport): Promise<SessionFingerprint> {
    const known = this.known.get(context)
    if (!known) throw coded('no-model-loaded', {})
    if (await wereWrittenTo(known.files)) throw coded('model-file-changed', { path: known.path })
    return known.fingerprint
  }
}
