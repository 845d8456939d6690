import os from 'node:os'
import { basename } from 'node:path'
import { CodedError, coded } from '../../../core/contract/errors/coded-error'
import { defaultSampling, type SamplingSettings, samplingSettings } from '../../../core/contract/settings/sampling'
import type { Speculation } from '../../../core/contract/settings/setting-ranges'
import { messageWith } from '../../../core/documents/document-frame'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { formatBytes } from '../../../core/text/amounts'
import { readMachineFile } from '../../bandwidth/machine-file'
import { assertCanDraft } from '../../library/draft-candidate'
import { typedPath } from '../../library/files/typed-path'
import { checkModelFile } from '../../library/header/check-model-file'
import { dataFolderFor, type Resources } from '../../paths'
import { assertAnswers } from '../../services/chat/assert-answers'
import { assertAccepted } from '../../services/models/context-choice'
import { forkEngine } from '../../supervisor/fork-engine'
import { type RunningEngine, Supervisor } from '../../supervisor/supervisor'
import { documentsFrom } from '../attachments/documents-from'
import { kvFlags, kvSettingsFrom, number, readFlags, text, texts, UsageError, wrongFlag } from '../input/flags'
import { grammarFrom } from '../input/grammar-file'
import { isOutputClosed, untilInterrupted } from '../input/interruption'
import { presetFrom } from '../input/preset-flag'
import { promptFrom } from '../input/prompt-text'
import { samplerFlags, samplersFrom, samplerUsage } from '../input/sampler-flags'
import { note, print } from '../input/terminal'
import { toolChoiceFrom, toolFlags, toolsFrom } from '../input/tool-flags'
import { serverFlags } from '../servers/server-from'
import { answersFrom, flagOfSampling, reasoningFrom } from './answer-flags'
import { ask, type ReadAnswer } from './ask-engine'
import { answersAsJson, printAnswers, type Written } from './chat-output'
import { chatServerUsage, chatWithServer } from './chat-server'
import { loadEngine } from './load-engine'

export const chatUsage = `chat MODEL [--prompt TEXT | --prompt-file FILE] [--document FILE]… [--system TEXT] [--max-tokens N] [--seed N] [--temp X] [--ignore-eos] [--answers N] [--json] [--preset NAME|FILE.json]
    ${samplerUsage}
    [--reasoning on|off|N] [--reasoning-effort WORD] [--json-schema FILE | --grammar FILE]
    [--tools FILE [--tool-choice auto|none|required|NAME] [--no-parallel-calls] [--free-calls]]
    [--speculation lookup] [--model-draft MODEL [--spec-draft-n-max N] [--spec-draft-p-min P]]
    [--ctx N] [--kv-k T] [--kv-v T] [--sequences N] [--batch N] [--swa-full] [--checkpoints MIB] [--no-flash-attn] [--threads N] [--gpu BACKEND] [--gpu-layers N]
    --reasoning N: on, with at most N tokens; the reasoning is in the output of --json only
    --tools FILE: the tools that the model may call, as a JSON list; Headroom prints the calls and does not run them
    --tool-choice: as in OpenAI's API; unless you add --free-calls, a grammar constrains calls to the tools' schemas
    --preset: settings and system prompt of a preset of the app, or of an exported one; other flags replace its settings
    without --prompt and --prompt-file, the prompt is read from standard input
    --document FILE: a text, HTML, PDF or Word (DOCX) file that is put before the prompt; can be given several times
    ${chatServerUsage}
    MODEL: a path, or "pocket" for the embedded one. T: f32 f16 bf16 q8_0 q5_1 q5_0 q4_1 q4_0 iq4_nl`

const flagTypes = {
  ...kvFlags,
  ...samplerFlags,
  ...toolFlags,
  prompt: 'string',
  'prompt-file': 'string',
  document: 'strings',
  image: 'strings',
  system: 'string',
  preset: 'string',
  'max-tokens': 'string',
  seed: 'string',
  temp: 'string',
  'ignore-eos': 'boolean',
  answers: 'string',
  reasoning: 'string',
  'reasoning-effort': 'string',
  'json-schema': 'string',
  grammar: 'string',
  speculation: 'string',
  'model-draft': 'string',
  'spec-draft-n-max': 'string',
  'spec-draft-p-min': 'string',
  json: 'boolean',
  ...serverFlags,
} as const

export async function chat(args: readonly string[], resources: Resources, signal: AbortSignal): Promise<void> {
  const { flags, words } = readFlags(args, flagTypes)
  if (text(flags, 'url') !== undefined) return chatWithServer(flags, words, resources, signal)
  const unused = Object.keys(serverFlags).find((flag) => flags[flag] !== undefined)
  if (unused) throw new UsageError(`--${unused} needs --url URL`)
  const [model, ...surplus] = words
  if (!model || surplus.length > 0) throw new UsageError('chat takes one model: a path, or "pocket"')
  if (flags.image !== undefined) throw coded('images-refused', { model: basename(model, '.gguf'), reason: { kind: 'local-model' } })
  const answers = answersFrom(flags)
  const preset = await presetFrom(flags, dataFolderFor(undefined))
  const asked = kvSettingsFrom(flags, preset?.kv ?? undefined)
  const settings = { ...asked, sequences: Math.max(asked.sequences, answers) }
  const base: SamplingSettings = {
    ...defaultSampling,
    ...(preset?.sampling ?? (model === 'pocket' ? { temperature: 0.2 } : {})),
  }
  const sampling = samplingSettings.safeParse({
    ...base,
    temperature: number(flags, 'temp') ?? base.temperature,
    seed: number(flags, 'seed') ?? base.seed,
    maxTokens: number(flags, 'max-tokens') ?? base.maxTokens,
    ignoreEndOfText: flags['ignore-eos'] === true || base.ignoreEndOfText,
    ...samplersFrom(flags),
    ...reasoningFrom(flags),
    ...toolChoiceFrom(flags),
    grammar: (await grammarFrom(flags)) ?? base.grammar,
    speculation: speculationFrom(flags, base.speculation),
    draftMax: number(flags, 'spec-draft-n-max') ?? base.draftMax,
    draftPMin: number(flags, 'spec-draft-p-min') ?? base.draftPMin,
  })
  if (!sampling.success) throw wrongFlag(sampling.error, flagOfSampling)

  if (answers > 1) assertAnswers(answers, settings.sequences, sampling.data.temperature)

  const tools = await toolsFrom(flags)
  const prompt = await untilInterrupted(signal, promptFrom(flags, process.stdin))
  const documents = await untilInterrupted(signal, documentsFrom(texts(flags, 'document') ?? [], resources.documentEntry))

  const pathOf = (named: string) => (named === 'pocket' ? resources.embeddedModelPath : typedPath(named))
  const path = pathOf(model)
  const draftPath = draftPathFrom(flags, pathOf)
  const { header, facts } = await checkModelFile(path)
  const shape = cacheShapeOf(header)
  assertAccepted(shape, settings)
  if (facts.weightBytes > os.totalmem())
    throw coded('model-larger-than-memory', { path, neededBytes: facts.weightBytes, memoryBytes: os.totalmem() })

  if (draftPath) await assertCanDraft({ path: draftPath, name: basename(draftPath) }, { path, name: basename(path) })

  const supervisor = new Supervisor(forkEngine(resources.engineEntry))
  try {
    const { engine, context } = await untilInterrupted(signal, loadEngine(supervisor, { path, shape, settings }))
    if (draftPath) await untilInterrupted(signal, loadDraft(engine, draftPath, settings.gpuLayers))
    const system = text(flags, 'system') ?? preset?.systemPrompt
    const messages = [
      ...(system ? [{ role: 'system' as const, text: system }] : []),
      { role: 'user' as const, ...messageWith(documents, prompt) },
    ]
    const request = { conversationId: 'cli', messages, sampling: sampling.data, tools, sentAtMs: Date.now() }
    const isJson = flags.json === true
    const onText = isJson || answers > 1 ? () => {} : print
    const written = (await ask(engine, request, answers, onText, signal)).map(whole)
    if (isOutputClosed(signal)) throw signal.reason
    const { memory } = readMachineFile(dataFolderFor(undefined))
    if (isJson) print(`${JSON.stringify(answersAsJson(written, context, memory))}\n`)
    else printAnswers(written)
    signal.throwIfAborted()
  } finally {
    supervisor.close()
  }
}

function whole({ metrics, remote: _, failure, ...text }: ReadAnswer): Written {
  if (failure) throw new CodedError(failure)
  if (!metrics) throw coded('engine-gone', { reason: { kind: 'answer-incomplete' } })
  return { ...text, metrics }
}

function speculationFrom(flags: Parameters<typeof text>[0], byPreset: Speculation): Speculation {
  const wanted = text(flags, 'speculation')
  if (text(flags, 'model-draft') !== undefined) {
    if (wanted !== undefined) throw new UsageError('--model-draft and --speculation are two ways to draft: use one')
    return 'draft-model'
  }
  if (wanted === 'lookup') return 'prompt-lookup'
  if (wanted === undefined && byPreset === 'draft-model')
    throw new UsageError('the preset speculates with a draft model: name it with --model-draft MODEL, or use --speculation off')
  if (wanted === undefined) return byPreset
  if (wanted === 'off') return 'off'
  throw new UsageError(`--speculation takes lookup or off, got ${wanted}`)
}

function draftPathFrom(flags: Parameters<typeof text>[0], pathOf: (named: string) => string): string | undefined {
  const named = text(flags, 'model-draft')
  const others = ['spec-draft-n-max', 'spec-draft-p-min'] as const
  const unusedFlag = others.find((flag) => named === undefined && flags[flag] !== undefined)
  if (unusedFlag) throw new UsageError(`--${unusedFlag} needs --model-draft MODEL`)
  return named === undefined ? undefined : pathOf(named)
}

async function loadDraft({ client }: RunningEngine, path: string, gpuLayers: number | 'auto'): Promise<void> {
  const { weightBytes, contextBytes } = await client.loadDraft({ path, gpuLayers: gpuLayers === 0 ? 0 : 'auto' })
  note(`draft model, ${formatBytes(weightBytes.ram + weightBytes.vram + contextBytes.ram + contextBytes.vram)} with its context`)
}
