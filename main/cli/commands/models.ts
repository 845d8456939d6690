import type { ModelFile } from '../../../core/contract/models/models'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { ModelLibrary } from '../../library/scan/model-library'
import { dataFolderFor, type Resources } from '../../paths'
import { fromDatabase } from '../input/app-database'
import { readFlags, text, UsageError } from '../input/flags'
import { print } from '../input/terminal'

export const modelsUsage = 'models [--json] [--data FOLDER]        the models in the list'

export async function models(args: readonly string[], resources: Resources): Promise<void> {
  const { flags, words } = readFlags(args, { json: 'boolean', data: 'string' })
  if (words.length > 0) throw new UsageError(`models takes no arguments, got "${words[0]}"`)
  const list = await fromDatabase(dataFolderFor(text(flags, 'data')), (database) =>
    new ModelLibrary(database, resources.embeddedModelPath).list(),
  )
  print(flags.json === true ? `${JSON.stringify(list)}\n` : list.map(line).join(''))
}

const line = (model: ModelFile): string =>
  `${model.id.padEnd(16)}  ${model.name}  ${model.architecture} ${model.weightType}  ${formatBytes(model.sizeBytes)}  ${formatCount(model.parameters)} parameters  ${model.missing ? '(missing) ' : ''}${model.path}\n`
