import { backends as all } from '../../../core/contract/models/backend-kinds'
import type { BackendTrial } from '../../../core/contract/models/backends'
import { copy } from '../../../core/copy/copy'
import { forkedTrials } from '../../backends/forked-trials'
import { tryInstalled } from '../../backends/try-installed'
import type { Resources } from '../../paths'
import { readFlags, UsageError } from '../input/flags'
import { print } from '../input/terminal'

export const backendsUsage = 'backends [--json]        what this machine can compute with, and why not with the others'

export async function backends(args: readonly string[], resources: Resources): Promise<void> {
  const { flags, words } = readFlags(args, { json: 'boolean' })
  if (words.length > 0) throw new UsageError(`backends takes no arguments, got "${words[0]}"`)
  const trials: BackendTrial[] = []
  for (const backend of all) trials.push(await tryInstalled(forkedTrials(resources), backend))
  const choice = copy.backends.choice({ trials })
  if (flags.json === true) print(`${JSON.stringify({ automatic: choice?.backend ?? null, trials })}\n`)
  else print(`${trials.map(line).join('')}automatic takes ${choice ? `${copy.backends.names[choice.backend]}: ${choice.why}` : 'none'}\n`)
}

function line(trial: BackendTrial): string {
  const name = copy.backends.names[trial.backend].padEnd(8)
  if (trial.outcome === 'works') return `${name}works           ${copy.backends.devices(trial)}\n`
  const { what, todo } = copy.backends.failure(trial)
  return `${name}cannot be used  ${`${what} ${todo}`.trim()}\n`
}
