import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { readFleet } from '../../../core/fleet/file/read-fleet'
import { planFleet } from '../../../core/fleet/plan-fleet'
import { fleetFile } from '../../../core/fleet/schema/fleet-file'
import { modelsIn } from '../../../core/fleet/testing/known-model'
import { linkPresets } from '../../../core/plan/machines/link-presets'
import { machinePresets } from '../../../core/plan/machines/machine-presets'
import { fleetTable } from './fleet-table'

const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8')
const document = read('docs/fleet.md')
const modelNamed = modelsIn(read('core/plan/config/fixtures/converted.jsonl'))

const example = /Model: (.+)\.\n\n```json\n([\s\S]+?)```\n\n```text\n([\s\S]+?)```/g
const examples = [...document.matchAll(example)].map(([, model = '', file = '', printed = '']) => ({ model, file, printed }))

it('docs/fleet.md has its worked examples', () => {
  expect(examples.map(({ model }) => model)).toEqual(['Llama 3.3 70B', 'Llama 3.3 70B', 'Qwen 3 30B A3B'])
})

it.each(examples)('each figure of a worked example in docs/fleet.md is what the planner prints: $model', ({ model, file, printed }) => {
  const subject = modelNamed(model)
  const fleet = readFleet('fleet.json', file, subject)
  const plan = planFleet(subject, fleet)
  expect(plan && fleetTable(model, fleet, plan)).toBe(printed)
})

it('the file that docs/fleet.md explains is valid, and every preset that it names exists', () => {
  const [, first = ''] = /```json\n([\s\S]+?)```/.exec(document) ?? []
  expect(fleetFile.safeParse(JSON.parse(first)).error).toBeUndefined()
  const known = new Set([...machinePresets, ...linkPresets].map(({ id }) => id))
  const [, listed = ''] = /GPU presets: ([\s\S]+?)The figures/.exec(document) ?? []
  const named = [...listed.matchAll(/`([a-z0-9-]+)`/g)].flatMap(([, id = '']) => id)
  expect(named.filter((id) => !known.has(id))).toEqual([])
  for (const { id } of linkPresets) expect(named).toContain(id)
})
