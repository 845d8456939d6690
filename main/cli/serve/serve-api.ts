import { readFileSync } from 'node:fs'
import os from 'node:os'
import { defaultPreferences, mostPort } from '../../../core/contract/app/preference-values'
import { coded } from '../../../core/contract/errors/coded-error'
import { defaultSampling, type SamplingSettings } from '../../../core/contract/settings/sampling'
import { cacheShapeOf } from '../../../core/kv/cache-shape-of'
import { runKeyName } from '../../../core/requests/client-of'
import { modelIdOf } from '../../../core/serve/model-id'
import { typedPath } from '../../library/files/typed-path'
import { checkModelFile } from '../../library/header/check-model-file'
import { dataFolderFor, type Resources } from '../../paths'
import { EngineService, type ServedEngine } from '../../serve/engine-service'
import { type ApiServer, type ApiServerOptions, startApiServer } from '../../serve/http/api-server'
import { dialects } from '../../serve/http/dialects'
import { listenFailure } from '../../serve/http/listen-failure'
import { keyToStore, newKey } from '../../serve/keys/api-keys'
import { readKeys } from '../../serve/keys/key-file'
import { ledgerRoutes } from '../../serve/ledger/ledger-routes'
import { type ServedModel, turnIdOf } from '../../serve/serve-service'
import { assertAccepted } from '../../services/models/context-choice'
import { RequestLedger } from '../../services/requests/request-ledger'
import { cellSettings } from '../../services/requests/traced-turn'
import { forkEngine } from '../../supervisor/fork-engine'
import { Supervisor } from '../../supervisor/supervisor'
import { type LoadedEngine, loadEngine } from '../chat/load-engine'
import { type Flags, kvFlags, kvSettingsFrom, readFlags, text, UsageError, whole } from '../input/flags'
import { untilEnd, untilInterrupted } from '../input/interruption'
import { presetFrom } from '../input/preset-flag'
import { note, print } from '../input/terminal'
import { KeptEngine } from './kept-engine'

export const serveApiUsage = `serve --api [--model MODEL] [--port N] [--host HOST [--tls-cert FILE --tls-key FILE]] [--api-key KEY | --no-api-key] [--json]
    [--alias NAME] [--check-model] [--chat-template FILE] [--preset NAME|FILE.json] [--ctx N] [--kv-k T] [--kv-v T] [--sequences N] [--batch N] [--swa-full] [--checkpoints MIB] [--no-flash-attn]
    [--cache-ram MIB] [--threads N] [--gpu BACKEND] [--gpu-layers N] [--data FOLDER] [--remove-billing-header] [--sort-tools]
    --alias: the name of the model in /v1/models; --check-model: refuses requests that name another model
    --cache-ram: the most memory for copies of conversations that lost their sequence (1024; 0 keeps none)
    a server for programs that speak the API of OpenAI, Anthropic, Ollama or llama-server; docs/serving.md
    --remove-billing-header, --sort-tools: keep the beginning of prompts the same if a client changes it
    --json: one line {"url", "key", "model"} once it takes requests; key is null if it was not made for this run`

const flagTypes = {
  ...kvFlags,
  api: 'boolean',
  model: 'string',
  port: 'string',
  host: 'string',
  'tls-cert': 'string',
  'tls-key': 'string',
  'api-key': 'string',
  'no-api-key': 'boolean',
  json: 'boolean',
  alias: 'string',
  'check-model': 'boolean',
  'cache-ram': 'string',
  'chat-template': 'string',
  preset: 'string',
  'remove-billing-header': 'boolean',
  'sort-tools': 'boolean',
  data: 'string',
} as const

const defaultPort = 8080
/** Two requests at once, because agents ask for titles while they chat. */
const defaultSequences = 2
/** In MiB, as in Preferences. */
const defaultCopies = 1024 * defaultPreferences.copyGibibytes
const mostCopies = 2 ** 20

export interface ServeApiParts {
  readonly resources: Resources
  readonly version: string
  readonly signal: AbortSignal
}

export async function serveApi(args: readonly string[], { resources, version, signal }: ServeApiParts): Promise<void> {
  const { flags, words } = readFlags(args, flagTypes)
  const [word, ...surplus] = words
  const named = text(flags, 'model') ?? word ?? 'pocket'
  if (surplus.length > 0 || (word !== undefined && text(flags, 'model') !== undefined)) throw new UsageError('serve --api takes one model')
  const port = whole(flags, 'port', 0, mostPort) ?? defaultPort
  const access = accessFrom(flags, dataFolderFor(text(flags, 'data')))
  const preset = await presetFrom(flags, dataFolderFor(text(flags, 'data')))
  const asked = kvSettingsFrom(flags, preset?.kv ?? undefined)
  const settings = { ...asked, sequences: flags.sequences === undefined && !preset?.kv ? defaultSequences : asked.sequences }
  const chatTemplate = templateFrom(flags)
  const copyBytes = (whole(flags, 'cache-ram', 0, mostCopies) ?? defaultCopies) * 2 ** 20
  const sampling: SamplingSettings = { ...defaultSampling, ...preset?.sampling }

  const remedies = { removeHeader: flags['remove-billing-header'] === true, sortTools: flags['sort-tools'] === true }

  const path = named === 'pocket' ? resources.embeddedModelPath : typedPath(named)
  const modelId = aliasFrom(flags) ?? modelIdOf(path)
  const { header, facts } = await checkModelFile(path)
  const shape = cacheShapeOf(header)
  assertAccepted(shape, settings)
  if (facts.weightBytes > os.totalmem())
    throw coded('model-larger-than-memory', { path, neededBytes: facts.weightBytes, memoryBytes: os.totalmem() })

  const supervisor = new Supervisor(forkEngine(resources.engineEntry))
  let server: ApiServer | undefined
  let served: ServedEngine | undefined
  try {
    const kept = new KeptEngine(supervisor, async () => {
      const loaded = await loadEngine(supervisor, { path, shape, settings, chatTemplate })
      const model = { ...servedModel(loaded, path, facts.weightBytes), id: modelId }
      await loaded.engine.client.limitCopies({ bytes: copyBytes })
      served = { client: loaded.engine.client, model, sampling, release: loaded.engine.info.release }
      return loaded
    })
    const loaded = await untilInterrupted(signal, kept.start())
    const service = new EngineService({
      version,
      engine: () => (kept.current ? served : undefined),
      checksModel: () => flags['check-model'] === true,
      remedies: () => remedies,
    })
    const ledger = new RequestLedger({
      heldPrompt: async (turn) => (await supervisor.engine?.client.heldPrompt({ turnId: turnIdOf(turn, 0) })) ?? null,
      cellsOf: ({ model }) => ({ settings: cellSettings(loaded.context), context: String(model.loadedAtMs) }),
    })
    ledger.follow(service.news)
    service.news.listen((news) => {
      if (news.type === 'ended' && !news.failure) supervisor.succeeded()
    })
    server = await listening({ service, port, dialects: [...dialects, ledgerRoutes(ledger)], ...access.options })
    const { url } = server
    if (flags.json === true) print(`${JSON.stringify({ url, key: access.key, model: modelId })}\n`)
    else print(`${url}\n`)
    note(`model ${modelId}, ${loaded.context.sequences} sequences${access.key === null ? '' : `, key ${access.key}`}`)
    await untilEnd(AbortSignal.any([signal, kept.lost]))
    kept.lost.throwIfAborted()
    note('Headroom has ended.')
  } finally {
    await server?.close()
    supervisor.close()
  }
}

function aliasFrom(flags: Flags): string | undefined {
  const alias = text(flags, 'alias')
  if (alias !== undefined && !/^\S{1,256}$/.test(alias)) throw new UsageError('--alias takes 1 to 256 characters without spaces')
  return alias
}

const mostTemplateCharacters = 200_000

function templateFrom(flags: Flags): string | undefined {
  const path = text(flags, 'chat-template')
  if (path === undefined) return undefined
  const template = fileText(path)
  if (template.trim() === '' || template.length > mostTemplateCharacters)
    throw new UsageError(`--chat-template takes a file with 1 to ${mostTemplateCharacters} characters`)
  return template
}

interface Access {
  /** The key of this run. null if clients need a stored key, or none. */
  readonly key: string | null
  readonly options: Pick<ApiServerOptions, 'host' | 'keys' | 'tls'>
}

const loopback: readonly string[] = ['127.0.0.1', 'localhost', '::1']

function accessFrom(flags: Flags, dataFolder: string): Access {
  const host = text(flags, 'host') ?? '127.0.0.1'
  const given = text(flags, 'api-key')
  const needsNoKey = flags['no-api-key'] === true
  if (needsNoKey && given !== undefined) throw new UsageError('--api-key and --no-api-key cannot be used together')
  if (given !== undefined && !/^[\x21-\x7e]{1,256}$/.test(given))
    throw new UsageError('--api-key takes 1 to 256 visible ASCII characters without spaces')
  const isLocal = loopback.includes(host)
  const hasStored = readKeys(dataFolder).length > 0
  if (!isLocal && (needsNoKey || (given === undefined && !hasStored)))
    throw new UsageError('--host needs a key: add --api-key KEY, or make one with "headroom keys add NAME"')
  const tls = tlsFrom(flags)
  if (!isLocal && !tls)
    note(
      'Warning: without --tls-cert and --tls-key, prompts, answers and the key travel unencrypted. Use this only in a network you trust.',
    )
  if (needsNoKey) return { key: null, options: { host, keys: null, ...tls } }
  const key = given ?? (hasStored ? null : newKey())
  const own = key === null ? [] : [keyToStore(runKeyName, key)]
  return { key, options: { host, keys: () => [...own, ...readKeys(dataFolder)], ...tls } }
}

function tlsFrom(flags: Flags): Pick<ApiServerOptions, 'tls'> | undefined {
  const cert = text(flags, 'tls-cert')
  const key = text(flags, 'tls-key')
  if (cert === undefined && key === undefined) return undefined
  if (cert === undefined || key === undefined) throw new UsageError('--tls-cert and --tls-key belong together')
  return { tls: { cert: fileText(cert), key: fileText(key) } }
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`cannot read ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

async function listening(options: ApiServerOptions): Promise<ApiServer> {
  try {
    return await startApiServer(options)
  } catch (error) {
    const failure = listenFailure(error, options.port)
    if (failure.code === 'api-port-in-use') throw new UsageError(`port ${options.port} is in use; choose another with --port`)
    if (failure.code === 'api-port-not-allowed')
      throw new UsageError(`the system does not allow port ${options.port}; choose a port from 1024 to 65535 with --port`)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') throw new UsageError(`--host: this machine has no address ${options.host}`)
    if (typeof code === 'string' && code.startsWith('ERR_OSSL'))
      throw new UsageError('--tls-cert and --tls-key: expected a certificate and its private key in PEM form')
    throw error
  }
}

export const servedModel = ({ model, context }: Pick<LoadedEngine, 'model' | 'context'>, path: string, sizeBytes: number): ServedModel => ({
  id: modelIdOf(path),
  path,
  loaded: model,
  sizeBytes,
  contextTokens: context.contextTokens,
  sequences: context.sequences,
  loadedAtMs: Date.now(),
})
