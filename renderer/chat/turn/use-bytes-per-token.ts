import { bytesPerToken } from '../../../core/plan/bytes-per-token'
import { useApp } from '../../client/use-app'

/** null if no model is loaded. */
export const useBytesPerToken = (): number | null =>
  useApp(({ app }) => (app?.model.status === 'ready' ? bytesPerToken(app.model.context) : null))
