import { access } from 'node:fs/promises'
import type { LabWork } from '../../../core/contract/lab/lab'
import { copy } from '../../../core/copy/copy'
import { type ExperimentName, type ExperimentResult, experimentNames } from '../../../core/lab/experiments/experiment'
import { resultToCsv, resultToMarkdown, tableOf } from '../../../core/lab/experiments/result-table'
import { forkLab } from '../../lab/fork-lab'
import { runExperiment } from '../../lab/run-experiment'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import type { Resources } from '../../paths'
import { type Flags, number, oneOf, readFlags, text, UsageError } from '../input/flags'
import { note, print } from '../input/terminal'

export const labUsage = `lab EXPERIMENT [--json | -o csv|json|md] [--model MODEL] [--seed N] [--budget N,.. | --block N,..]
    EXPERIMENT: ${experimentNames.slice(0, 5).join(' ')}
                ${experimentNames.slice(5).join(' ')}`

const flagTypes = { json: 'boolean', output: 'string', model: 'string', seed: 'string', budget: 'string', block: 'string' } as const
const formats = ['csv', 'json', 'md'] as const

export async function lab(args: readonly string[], resources: Resources, signal: AbortSignal): Promise<void> {
  const { flags, words } = readFlags(
    args.map((word) => (word === '-o' ? '--output' : word)),
    flagTypes,
  )
  const [word, ...surplus] = words
  const experiment = experimentNames.find((name) => name === word)
  if (!experiment || surplus.length > 0) throw new UsageError(`lab takes one experiment: ${experimentNames.join(', ')}`)
  const seed = number(flags, 'seed') ?? 7
  if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32)
    throw new UsageError(`--seed takes a whole number from 0 to 4294967295, got "${seed}"`)
  const model = text(flags, 'model') ?? 'pocket'
  const modelPath = model === 'pocket' ? resources.embeddedModelPath : typedPath(model)
  await access(modelPath).catch((error: unknown) => {
    throw asFileFailure(error, modelPath)
  })
  const format = flags.json === true ? 'json' : (oneOf(flags, 'output', formats) ?? 'md')
  const request = {
    experiment,
    modelPath,
    seed,
    budgets: numbersFrom(flags, 'budget', experiment, 'policies'),
    blockTokens: numbersFrom(flags, 'block', experiment, 'page-sizes'),
  }
  const onProgress = (share: number, work: LabWork) => note(`${Math.round(100 * share)} %  ${copy.lab.work(work)}`)
  const result = await runExperiment(forkLab(resources.labEntry), request, onProgress, signal)
  print(written(result, format))
}

function written(result: ExperimentResult, format: (typeof formats)[number]): string {
  const table = tableOf(result, copy.lab.results)
  if (format === 'json') return `${JSON.stringify(table)}\n`
  return format === 'csv' ? resultToCsv(table) : resultToMarkdown(table, copy.lab.origin(table))
}

function numbersFrom(flags: Flags, flag: 'budget' | 'block', experiment: ExperimentName, owner: ExperimentName): readonly number[] | null {
  const list = text(flags, flag)
  if (list === undefined) return null
  if (experiment !== owner) throw new UsageError(`--${flag} is only for the experiment "${owner}"`)
  const numbers = list.split(',').map(Number)
  if (!numbers.every((one) => Number.isInteger(one) && one > 0))
    throw new UsageError(`--${flag} takes whole numbers of tokens, separated by commas; got "${list}"`)
  return numbers
}
