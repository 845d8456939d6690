import type { StoredMessage } from './conversations'
import type { StopReason } from './turn'

/** null while the answer is written, after a failure, and if a server did not say. */
export const stopReasonOf = ({
  metrics,
  remote,
}: {
  metrics: StoredMessage['metrics']
  remote?: StoredMessage['remote']
}): StopReason | null => metrics?.stopReason ?? remote?.stopReason ?? null
