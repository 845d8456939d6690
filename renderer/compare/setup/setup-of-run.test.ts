import { expect, it } from 'vitest'
import { firstSetup, presetParts } from './comparison-setup'
import { planOfSetup } from './plan-of-setup'
import { setupOfRun } from './setup-of-run'

it('the setup of a run produces the plan of that run', () => {
  const setup = {
    ...firstSetup,
    ...presetParts('thorough', { trainedTokens: 131_072, takesTools: true }),
    modelId: 'm',
    text: { source: 'bundled' as const, name: 'stories' },
  }
  const { plan } = planOfSetup(setup)
  const again = planOfSetup({ ...firstSetup, ...setupOfRun({ id: 'r', plan }) })
  expect(again.plan).toEqual(plan)
})

it('the setup of a run omits the measurements that the run omitted, and takes the user’s text from the run', () => {
  const setup = { ...firstSetup, modelId: 'm', text: { source: 'own' as const, name: 'mine.txt', text: 'words '.repeat(2000) } }
  const { plan } = planOfSetup(setup)
  expect(setupOfRun({ id: 'r', plan })).toMatchObject({
    isOn: setup.isOn,
    text: { source: 'run', runId: 'r', name: 'mine.txt' },
  })
})

it('the setup of a run with a server keeps its name, its model and its new words, but not what the server reported at that time', () => {
  const server = { name: 'mine', serverId: 'lab', serverName: 'Lab', model: 'tiny' }
  const latency = { ...firstSetup.latency, newWords: 64 }
  const { plan } = planOfSetup({ ...firstSetup, modelId: 'm', text: { source: 'bundled', name: 'story' }, variants: [server], latency })
  const ran = plan && { ...plan, variants: [{ ...server, found: { kind: 'vllm' as const, version: '1' } }] }
  expect(setupOfRun({ id: 'r', plan: ran })).toMatchObject({ variants: [server], latency: { newWords: 64 } })
  expect(setupOfRun({ id: 'r', plan: ran }).variants?.[0]).not.toHaveProperty('found')
})
