import { coded } from '../../../core/contract/errors/coded-error'
import { copy } from '../../../core/copy/copy'
import { readFleet } from '../../../core/fleet/file/read-fleet'
import { planFleet } from '../../../core/fleet/plan-fleet'
import type { Workload } from '../../../core/fleet/schema/fleet-file'
import type { FleetPlan } from '../../../core/fleet/types/fleet-plan'
import type { PlanSubject } from '../../../core/plan/plan-subject'
import { fileNameOf } from '../../../core/text/file-path'
import { type Flags, number, oneOf } from '../input/flags'
import { print } from '../input/terminal'
import { textInFile } from '../input/text-file'
import { fleetMarkdown } from './fleet-markdown'
import { fleetTable } from './fleet-table'

export const fleetFlags = {
  fleet: 'string',
  users: 'string',
  'prompt-tokens': 'string',
  'output-tokens': 'string',
  'shared-prefix': 'string',
  'ttft-limit': 'string',
  'itl-limit': 'string',
  output: 'string',
} as const

const mostFileBytes = 2 ** 20
const outputs = ['table', 'json', 'md'] as const

/** Throws `fleet-refused` and file errors. */
export async function planOnFleet(subject: PlanSubject, file: string, flags: Flags): Promise<0 | 3> {
  const output = oneOf(flags, 'output', outputs) ?? 'table'
  const text = await textInFile(file, mostFileBytes)
  const fleet = readFleet(fileNameOf(file), text, subject, workloadFrom(flags))
  const plan = planFleet(subject, fleet)
  if (!plan) throw coded('fleet-refused', { fileName: fileNameOf(file), field: '', reason: { kind: 'weights-unknown' } })
  if (output === 'json') print(`${JSON.stringify(fleetJson(subject.name, plan))}\n`)
  else print((output === 'md' ? fleetMarkdown : fleetTable)(subject.name, fleet, plan))
  return plan.refused ? 3 : 0
}

/** Scripts rely on these field names. */
const fleetJson = (model: string, { refused, ...plan }: FleetPlan) => ({
  model,
  refused: refused && { code: refused.kind, message: copy.planner.fleet.refusal(refused) },
  ...plan,
})

const workloadFlags = {
  users: 'users',
  promptTokens: 'prompt-tokens',
  outputTokens: 'output-tokens',
  sharedPrefixTokens: 'shared-prefix',
  ttftLimitMs: 'ttft-limit',
  itlLimitMs: 'itl-limit',
} as const satisfies Record<keyof Workload, keyof typeof fleetFlags>

function workloadFrom(flags: Flags): Partial<Workload> {
  const given = Object.entries(workloadFlags).flatMap(([field, flag]) => {
    const value = number(flags, flag)
    return value === undefined ? [] : [[field, value] as const]
  })
  return Object.fromEntries(given)
}
