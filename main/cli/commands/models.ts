import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ModelFile } from '../../../core/contract/models/models'
import { formatBytes, formatCount } from '../../../core/text/amounts'
import { ModelLibrary } from '../../library/scan/model-library'
import { dataFolderFor, type Resources } from '../../paths'
import { openDatabase } from '../../store/sqlite/open-database'
import { readFlags, text, UsageError } from '../input/flags'
import { print } from '../input/terminal'

export const modelsUsage = 'models [--json] [--data FOLDER]        the models in the list'

export async function models(args: readonly string[], resources: Resources): Promise<void> {
  const { flags, words } = readFlags(args, { json: 'boolean', data: 'string' })
  if (words.length > 0) throw new UsageError(`models takes no arguments, got "${words[0]}"`)
  const path = join(dataFolderFor(text(flags, 'data')), 'headroom.sqlite')
  const opened = openDatabase(existsSync(path) ? path : ':memory:')
  if ('damaged' in opened)
    throw new UsageError(`the data folder cannot be read: ${opened.damaged}; start the app, which will recover what it can`)
  const list = await new ModelLibrary(opened.database, resources.embeddedModelPath).list()
  opened.database.close()
  print(flags.json === true ? `${JSON.stringify(list)}\n` : list.map(line).join(''))
}

const line = (model: ModelFile): string =>
  `${model.id.padEnd(16)}  ${model.name}  ${model.architecture} ${model.weightType}  ${formatBytes(model.sizeBytes)}  ${formatCount(model.parameters)} parameters  ${model.missing ? '(missing) ' : ''}${model.path}\n`
