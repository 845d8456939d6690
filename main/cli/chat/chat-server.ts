import { CodedError } from '../../../core/contract/errors/coded-error'
import type { PresetSettings } from '../../../core/contract/settings/presets'
import { defaultSampling, type SamplingSettings, samplingSettings } from '../../../core/contract/settings/sampling'
import { copy } from '../../../core/copy/copy'
import { messageWith } from '../../../core/documents/document-frame'
import type { ServerKind } from '../../../core/remote/server-facts'
import { type RemoteSetting, takesSetting } from '../../../core/remote/turn/remote-sampling'
import { dataFolderFor, type Resources } from '../../paths'
import { assertAnswers } from '../../services/chat/assert-answers'
import { imagesOf, readerAt } from '../../services/chat/prompt-images'
import { forkEngine } from '../../supervisor/fork-engine'
import { type RunningEngine, Supervisor } from '../../supervisor/supervisor'
import { documentsFrom } from '../attachments/documents-from'
import { imagesFrom } from '../attachments/images-from'
import { type Flags, number, text, texts, UsageError, wrongFlag } from '../input/flags'
import { grammarFrom } from '../input/grammar-file'
import { isOutputClosed, untilInterrupted } from '../input/interruption'
import { presetFrom } from '../input/preset-flag'
import { promptFrom } from '../input/prompt-text'
import { samplersFrom } from '../input/sampler-flags'
import { note, print } from '../input/terminal'
import { toolChoiceFrom, toolsFrom } from '../input/tool-flags'
import { connectionTo } from '../servers/connection-to'
import { type ChosenServer, serverFlags, serverFrom, serverUsage } from '../servers/server-from'
import { answersFrom, flagOfSampling, reasoningFrom } from './answer-flags'
import { ask } from './ask-engine'
import { printServerAnswers, serverAnswersAsJson } from './server-output'

export const chatServerUsage = `chat --url URL [--model M] [--key-file FILE]: a server on the network writes the answer
    --image FILE: a PNG, JPEG or WebP image for a model that reads images; can be given several times
    ${serverUsage}`

const usedFlags: readonly string[] = [
  ...Object.keys(serverFlags),
  ...['prompt', 'prompt-file', 'document', 'image', 'system', 'preset', 'max-tokens', 'seed', 'temp', 'ignore-eos', 'answers', 'json'],
  ...['top-k', 'top-p', 'min-p', 'frequency-penalty', 'presence-penalty', 'reasoning', 'reasoning-effort', 'json-schema'],
  ...['tools', 'tool-choice'],
]

export async function chatWithServer(
  flags: Flags,
  words: readonly string[],
  resources: Pick<Resources, 'remoteEngineEntry' | 'documentEntry'>,
  signal: AbortSignal,
): Promise<void> {
  if (words.length > 0) throw new UsageError('chat --url takes no model as a file: name a model of the server with --model')
  const unused = Object.keys(flags).find((flag) => flags[flag] !== undefined && !usedFlags.includes(flag))
  if (unused) throw new UsageError(`--${unused} is for a model on this machine and cannot be used with --url`)
  const answers = answersFrom(flags)
  const preset = await presetFrom(flags, dataFolderFor(undefined))
  const sampling = await samplingFrom(flags, preset?.sampling)
  if (answers > 1) assertAnswers(answers, answers, sampling.temperature)
  const tools = await toolsFrom(flags)
  const prompt = await untilInterrupted(signal, promptFrom(flags, process.stdin))
  const documents = await untilInterrupted(signal, documentsFrom(texts(flags, 'document') ?? [], resources.documentEntry))
  const images = await untilInterrupted(signal, imagesFrom(texts(flags, 'image') ?? []))

  const server = await serverFrom(flags, signal)
  const { kind, version } = server.facts
  assertTaken(flags, kind)
  const system = text(flags, 'system') ?? preset?.systemPrompt
  const attached = [...images.map(({ attachment }) => attachment), ...documents]
  const messages = [
    ...(system ? [{ role: 'system' as const, text: system }] : []),
    { role: 'user' as const, ...messageWith(attached, prompt) },
  ]
  const shown = imagesOf(messages, readerAt(server.facts, server.model), (id) => images[Number(id)]?.data)
  note(`${copy.servers.kinds[kind]}${version === null ? '' : ` ${version}`}, model ${server.model}`)
  const supervisor = new Supervisor(forkEngine(resources.remoteEngineEntry))
  try {
    const engine = await untilInterrupted(signal, connect(supervisor, server))
    const isJson = flags.json === true
    const onText = isJson || answers > 1 ? () => {} : print
    const request = { conversationId: 'cli', messages, ...shown, sampling, tools, sentAtMs: Date.now() }
    const written = await ask(engine, request, answers, onText, signal)
    if (isOutputClosed(signal)) throw signal.reason
    if (isJson) print(`${JSON.stringify(serverAnswersAsJson(written))}\n`)
    else printServerAnswers(written)
    signal.throwIfAborted()
    const failed = written.find(({ failure }) => failure !== null)
    if (failed?.failure) throw new CodedError(failed.failure)
  } finally {
    supervisor.close()
  }
}

async function samplingFrom(flags: Flags, preset: PresetSettings['sampling'] | undefined): Promise<SamplingSettings> {
  const base = { ...defaultSampling, ...preset }
  const reasoning = reasoningFrom(flags)
  if (reasoning.reasoningBudgetTokens !== undefined)
    throw new UsageError('--reasoning takes on or off with --url: Headroom cannot limit the reasoning of a server')
  const sampling = samplingSettings.safeParse({
    ...base,
    temperature: number(flags, 'temp') ?? base.temperature,
    seed: number(flags, 'seed') ?? base.seed,
    maxTokens: number(flags, 'max-tokens') ?? base.maxTokens,
    ignoreEndOfText: flags['ignore-eos'] === true || base.ignoreEndOfText,
    ...samplersFrom(flags),
    ...reasoning,
    ...toolChoiceFrom(flags),
    grammar: (await grammarFrom(flags)) ?? base.grammar,
  })
  if (!sampling.success) throw wrongFlag(sampling.error, flagOfSampling)
  return sampling.data
}

const settingOfFlag: Readonly<Record<string, RemoteSetting>> = {
  'top-k': 'topK',
  'min-p': 'minP',
  'ignore-eos': 'ignoreEndOfText',
  reasoning: 'thinking',
}

function assertTaken(flags: Flags, kind: ServerKind): void {
  const [refused] = Object.entries(settingOfFlag).find(([flag, name]) => flags[flag] !== undefined && !takesSetting(kind, name)) ?? []
  if (refused) throw new UsageError(`--${refused}: a server of this kind (${copy.servers.kinds[kind]}) does not take it`)
}

async function connect(supervisor: Supervisor, { address, facts: { kind }, model }: ChosenServer): Promise<RunningEngine> {
  const engine = await supervisor.ensure('cpu')
  await engine.client.connectServer(await connectionTo({ address, kind, model }))
  return engine
}
