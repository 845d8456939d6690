import { expect, it } from 'vitest'
import { firstDraft, presetParts } from './compare-draft'
import { draftOfRun } from './draft-of-run'
import { planOfDraft } from './plan-of-draft'

it('a plan that was run comes back as the form that makes it', () => {
  const draft = { ...firstDraft, ...presetParts('thorough', 131_072), modelId: 'm', text: { source: 'bundled' as const, name: 'stories' } }
  const { plan } = planOfDraft(draft)
  const again = planOfDraft({ ...firstDraft, ...draftOfRun({ id: 'r', plan }) })
  expect(again.plan).toEqual(plan)
})

it('parts that were left out stay left out, and a text of the user’s is taken from the run', () => {
  const draft = { ...firstDraft, modelId: 'm', text: { source: 'own' as const, name: 'mine.txt', text: 'words '.repeat(2000) } }
  const { plan } = planOfDraft(draft)
  expect(draftOfRun({ id: 'r', plan })).toMatchObject({
    isOn: draft.isOn,
    text: { source: 'run', runId: 'r', name: 'mine.txt' },
  })
})
