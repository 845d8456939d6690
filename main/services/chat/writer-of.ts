import type { AppState } from '../../../core/contract/app/app-state'
import { mostAnswers } from '../../../core/contract/settings/setting-ranges'
import { shownModelName } from '../../../core/remote/server-facts'
import { settingsIdOf } from '../../store/servers'

export interface Writer {
  readonly settingsId: string
  /** null for a server's model, which is not in the library. */
  readonly modelId: string | null
  readonly name: string
  readonly mostAnswers: number
}

/** Who writes the next answer. */
export function writerOf(model: AppState['model']): Writer | undefined {
  if (model.status === 'ready') {
    const { id, name } = model.file
    return { settingsId: id, modelId: id, name, mostAnswers: model.context.sequences }
  }
  if (model.status !== 'server') return undefined
  const { id, name, model: served } = model.server
  return { settingsId: settingsIdOf(id), modelId: null, name: `${shownModelName(served)} (${name})`, mostAnswers }
}
