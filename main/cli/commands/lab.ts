import { access } from 'node:fs/promises'
import type { LabWork } from '../../../core/contract/lab/lab'
import { searchNotes } from '../../../core/copy/command-line'
import { copy } from '../../../core/copy/copy'
import { kiviGroup } from '../../../core/lab/elements/kivi'
import {
  type ExperimentChoices,
  type ExperimentName,
  type ExperimentResult,
  experimentNames,
} from '../../../core/lab/experiments/experiment'
import { kvpressCsv } from '../../../core/lab/experiments/kvpress-csv'
import { policyTasks, questionModes } from '../../../core/lab/experiments/policy-measures'
import { resultToCsv, resultToMarkdown, tableOf } from '../../../core/lab/experiments/result-table'
import type { LabQuestions } from '../../../core/lab/lab-process'
import { formatPercent } from '../../../core/text/amounts'
import { budgetSearchOf, fingerprintOf, keepBudgetSearch } from '../../lab/budget-searches'
import { forkLab } from '../../lab/fork-lab'
import { runExperiment } from '../../lab/run-experiment'
import { asFileFailure } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'
import { dataFolderFor, type Resources } from '../../paths'
import { type Flags, listOf, number, oneOf, readFlags, text, UsageError, whole } from '../input/flags'
import { policiesFrom, smallestBudgetFlags, smallestBudgetFrom } from '../input/smallest-budget-flags'
import { note, print } from '../input/terminal'

export const labUsage = `lab EXPERIMENT [--json | -o csv|json|md] [--model MODEL] [--seed N] [--block N,..]
    EXPERIMENT: ${experimentNames.slice(0, 5).join(' ')}
                ${experimentNames.slice(5).join(' ')}
    policies:   [-o kvpress] [--policy POLICY,..] [--budget CELLS,.. | --ratio SHARE,..] [--mode MODE,..] [--task TASK,..]
                POLICY: as in the table, or ada:POLICY, such as ada:knorm: the heads of a layer share the budget, as in Ada-KV
                -o kvpress: quality against compression ratio, in the column names of kvpress
                --ratio: the share of a prompt's cells that is removed, such as 0.25,0.5,0.75;
                         of the context alone if the question is unseen, and of the first half of a text
                MODE: ${questionModes.join(' ')}
                TASK: ${policyTasks.join(' ')}
    kv-types:   [--residual TOKENS]: tokens that caches packed as in KIVI keep in f32, a multiple of 32 up to 1024
    both-walls: [--policy POLICY,..] [--budget CELLS,..]
    smallest-budget: [--max-perplexity-loss SHARE | --max-recall-loss SHARE] [--policy POLICY,..] [--again] [--data FOLDER]
                stored with the model, as in the app, and printed again until the model file changes; --again: searches again`

const flagTypes = {
  json: 'boolean',
  output: 'string',
  model: 'string',
  seed: 'string',
  budget: 'string',
  ratio: 'string',
  mode: 'string',
  task: 'string',
  block: 'string',
  residual: 'string',
  ...smallestBudgetFlags,
  again: 'boolean',
  data: 'string',
} as const
const mostResidualTokens = 1024
const formats = ['csv', 'json', 'md', 'kvpress'] as const

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
  if (format === 'kvpress' && experiment !== 'policies') throw new UsageError('-o kvpress is only for the experiment "policies"')
  const request = { experiment, modelPath, seed, choices: choicesFrom(flags, experiment) }
  const onProgress = (share: number, work: LabWork) => note(`${formatPercent(share)}  ${copy.lab.work(work)}`)
  const run = () => runExperiment(forkLab(resources.labEntry), request, onProgress, signal)
  const result = experiment === 'smallest-budget' ? await searchedBudgets(flags, request, run) : await run()
  if (format === 'kvpress') note(copy.lab.measures.budgetNote)
  print(written(result, format))
}

/** Returns the result of a stored search if the model file has not changed. Otherwise searches and stores the result. */
export async function searchedBudgets(
  flags: Flags,
  request: LabQuestions['experiment'],
  run: () => Promise<ExperimentResult>,
): Promise<ExperimentResult> {
  const { modelPath, seed, choices } = request
  const folder = dataFolderFor(text(flags, 'data'))
  const gate = choices.gate ?? null
  const fingerprint = await fingerprintOf(modelPath)
  const known = flags.again === true ? undefined : budgetSearchOf(folder, { modelPath, seed, gate })
  if (known?.fingerprint === fingerprint) {
    note(searchNotes.remembered(known.at))
    return known.result
  }
  if (known) note(searchNotes.changed(known.at))
  const result = await run()
  try {
    keepBudgetSearch(folder, { modelPath, fingerprint, at: Date.now(), gate, result })
  } catch (error) {
    note(searchNotes.notStored((error as Error).message))
  }
  return result
}

function written(result: ExperimentResult, format: (typeof formats)[number]): string {
  if (format === 'kvpress') return kvpressCsv(result)
  const table = tableOf(result, copy.lab.results)
  if (format === 'json') return `${JSON.stringify(table)}\n`
  return format === 'csv' ? resultToCsv(table) : resultToMarkdown(table, copy.lab.origin(table))
}

/** Maps an option to the experiments that accept it. */
const owners: Readonly<Record<string, readonly ExperimentName[]>> = {
  budget: ['policies', 'both-walls'],
  ratio: ['policies'],
  mode: ['policies'],
  policy: ['policies', 'both-walls', 'smallest-budget'],
  task: ['policies'],
  block: ['page-sizes', 'both-walls'],
  residual: ['kv-types'],
  'max-perplexity-loss': ['smallest-budget'],
  'max-recall-loss': ['smallest-budget'],
  again: ['smallest-budget'],
  data: ['smallest-budget'],
}

function choicesFrom(flags: Flags, experiment: ExperimentName): ExperimentChoices {
  for (const [flag, own] of Object.entries(owners))
    if (flags[flag] !== undefined && !own.includes(experiment))
      throw new UsageError(`--${flag} is only for the experiment ${own.map((name) => `"${name}"`).join(' or ')}`)
  if (flags.budget !== undefined && flags.ratio !== undefined) throw new UsageError('lab takes --budget or --ratio, not both')
  const tokensOf = (flag: 'budget' | 'block') =>
    listOf(flags, flag, (word) => (/^[1-9]\d{0,8}$/.test(word) ? Number(word) : undefined), 'whole numbers of tokens, separated by commas')
  const ratios = listOf(
    flags,
    'ratio',
    (word) => (Number(word) > 0 && Number(word) < 1 ? Number(word) : undefined),
    'shares between 0 and 1',
  )
  const budgets = tokensOf('budget')
  const blockTokens = tokensOf('block')
  const residualTokens = whole(flags, 'residual', 0, mostResidualTokens)
  if (residualTokens !== undefined && residualTokens % kiviGroup !== 0)
    throw new UsageError(`--residual takes a multiple of ${kiviGroup}, got ${residualTokens}`)
  const modes = listOf(flags, 'mode', (word) => questionModes.find((mode) => mode === word), questionModes.join(', '))
  const tasks = listOf(flags, 'task', (word) => policyTasks.find((task) => task === word), policyTasks.join(', '))
  const policies = experiment === 'smallest-budget' ? undefined : policiesFrom(flags)
  const gate = experiment === 'smallest-budget' ? smallestBudgetFrom(flags) : null
  return {
    ...(budgets && { budgets }),
    ...(ratios && { ratios }),
    ...(blockTokens && { blockTokens }),
    ...(modes && { modes }),
    ...(tasks && { tasks }),
    ...(policies && { policies }),
    ...(residualTokens !== undefined && { residualTokens }),
    ...(gate && { gate }),
  }
}
