import { isOnServer, localVariants } from '../../../core/compare/on-server'
import { variantNames } from '../../../core/compare/variant-names'
import type { ComparePlan } from '../../../core/contract/compare/compare-runs'
import { copy } from '../../../core/copy/copy'
import type { ComparisonSetup, PartName } from './comparison-setup'
import { mostDepth, readNumbers, readTests } from './speed-tests'

export type SetupField =
  | 'model'
  | 'servers'
  | 'parts'
  | 'newWords'
  | 'tests'
  | 'depths'
  | 'latencyPrompt'
  | 'text'
  | 'passkeyDepths'
  | 'prompts'
  | 'cachelessPrompt'
export type SetupProblems = Partial<Record<SetupField, string>>
export type PlanOfSetup =
  | { readonly plan: ComparePlan; readonly problems: null }
  | { readonly plan: null; readonly problems: SetupProblems }

const mostPrompts = 20
const mostNamed = 4

export function planOfSetup(setup: ComparisonSetup): PlanOfSetup {
  const problems: SetupProblems = {}
  const hasLocal = localVariants(setup.variants).length > 0
  if (hasLocal && setup.modelId === null) problems.model = copy.compare.problems.noModel
  if (!Object.values(setup.isOn).some(Boolean)) problems.parts = copy.compare.problems.noParts
  serverProblems(setup, problems)
  const parts = {
    speed: speedOf(setup, problems),
    latency: latencyOf(setup, problems),
    quality: qualityOf(setup, problems),
    passkey: passkeyOf(setup, problems),
    toolCalls: setup.isOn.toolCalls ? setup.toolCalls : null,
    schemas: setup.isOn.schemas ? setup.schemas : null,
    answers: answersOf(setup, problems),
    cacheless: cachelessOf(setup, problems),
  }
  if (Object.keys(problems).length > 0) return { plan: null, problems }
  const plan: ComparePlan = {
    modelId: hasLocal ? (setup.modelId ?? '') : '',
    title: setup.title.trim() || titleOf(setup),
    variants: [...setup.variants],
    ...parts,
  }
  return { plan, problems: null }
}

const partsOnServers = ['latency', 'passkey', 'toolCalls', 'schemas', 'answers'] as const satisfies readonly PartName[]

export const isMeasuredOnServers = (part: PartName): boolean => partsOnServers.some((one) => one === part)

function serverProblems({ variants, isOn, latency }: ComparisonSetup, problems: SetupProblems): void {
  const servers = variants.filter(isOnServer)
  if (servers.length === 0) return
  if (servers.some(({ serverId, model }) => serverId === '' || model.trim() === '')) problems.servers = copy.compare.problems.noServer
  if (!partsOnServers.some((part) => isOn[part])) problems.parts ??= copy.compare.problems.nothingOnServers
  if (isOn.latency && latency.newWords === 0) problems.newWords = copy.compare.problems.noNewWords
}

const titleOf = ({ variants }: ComparisonSetup): string => {
  const names = variantNames(variants, copy.compare.settingNames)
  return copy.compare.form.defaultTitle(names.slice(0, mostNamed), Math.max(0, names.length - mostNamed)).slice(0, 200)
}

function speedOf({ isOn, speed }: ComparisonSetup, problems: SetupProblems): ComparePlan['speed'] {
  if (!isOn.speed) return null
  const tests = readTests(speed.tests)
  const depths = readNumbers(speed.depths, 'depths', 0, mostDepth)
  if (!tests.ok) problems.tests = tests.reason
  if (!depths.ok) problems.depths = depths.reason
  if (!tests.ok || !depths.ok) return null
  return {
    tests: depths.values.flatMap((depth) => tests.values.map((test) => ({ ...test, depth }))),
    repetitions: speed.repetitions,
    warmUp: speed.warmUp,
  }
}

function latencyOf({ isOn, latency }: ComparisonSetup, problems: SetupProblems): ComparePlan['latency'] {
  if (!isOn.latency) return null
  if (latency.prompt.trim() === '') problems.latencyPrompt = copy.compare.problems.noPrompt
  const { prompt, newWords, outputTokens, turns, ttftMs, itlMs } = latency
  return { prompt, outputTokens, turns, limits: { ttftMs, itlMs }, ...(newWords > 0 ? { newWords } : {}) }
}

function qualityOf({ isOn, quality, text }: ComparisonSetup, problems: SetupProblems): ComparePlan['quality'] {
  if (!isOn.quality) return null
  const problem = textProblem(text)
  if (problem) problems.text = problem
  return text && { text, ...quality }
}

function textProblem(text: ComparisonSetup['text']): string | undefined {
  if (text === null) return copy.compare.problems.noText
  if (text.source !== 'own') return undefined
  if (text.text.trim() === '') return copy.compare.problems.emptyText
  // Nearly every binary file contains NUL, and text never does.
  if (text.text.includes('\0')) return copy.compare.problems.notText(text.name || copy.compare.text.pasted)
  return undefined
}

function passkeyOf({ isOn, passkey }: ComparisonSetup, problems: SetupProblems): ComparePlan['passkey'] {
  if (!isOn.passkey) return null
  const depths = readNumbers(passkey.depths, 'places', 0, 100)
  if (!depths.ok) problems.passkeyDepths = depths.reason
  if (!depths.ok) return null
  return { promptTokens: passkey.promptTokens, depths: depths.values.map((percent) => percent / 100), trials: passkey.trials }
}

function answersOf({ isOn, answers }: ComparisonSetup, problems: SetupProblems): ComparePlan['answers'] {
  if (!isOn.answers) return null
  const prompts = answers.prompts
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (prompts.length === 0) problems.prompts = copy.compare.problems.noPrompts
  if (prompts.length > mostPrompts) problems.prompts = copy.compare.problems.tooManyPrompts(prompts.length, mostPrompts)
  return { prompts, maxTokens: answers.maxTokens }
}

function cachelessOf({ isOn, cacheless }: ComparisonSetup, problems: SetupProblems): ComparePlan['cacheless'] {
  if (!isOn.cacheless) return null
  if (cacheless.prompt.trim() === '') problems.cachelessPrompt = copy.compare.problems.noPrompt
  return { ...cacheless }
}
