import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { chats } from '../../../main/remote/testing/recorded-chats'
import { quantizedPocket } from '../../../native-models/testing/quantized-pocket'
import { workFolder } from '../../paths'
import { llamaServerFiles } from '../build/llama-server-files'
import { tokensPerImage, visionProjector } from '../build/vision-projector'
import { bodyOf, chatPath, recordLlamaServer } from '../exchanges/llama-server-exchanges'
import { promptTokensAround } from '../exchanges/llama-server-tokens'
import { exactDivergence, type QualityExchanges, recordQuality } from '../exchanges/quality-exchanges'
import type { Lane } from '../lane'
import { lastNumber, recordDiscovery, streamedObjects, Tape } from '../recording/tape'
import { contextTokens, pocket, slots, startLlamaServer, usualFlags } from '../servers/llama-server'

/** One llama-server alone. */
export async function runLlama(lane: Lane): Promise<void> {
  const files = llamaServerFiles()
  if ('missing' in files) return lane.cannot('llama-server', files.missing)
  const { process, about } = await startLlamaServer({ files, flags: usualFlags })
  try {
    const run = { url: process.url, server: about, lane, folder: 'llama-server', slots, slotTokens: contextTokens / slots }
    await recordLlamaServer(run)
  } finally {
    await process.stop()
  }
  await recordQualities(lane, files)
  await recordImages(lane, files)
  await recordWithoutState(lane, files)
  await recordRouter(lane, files)
}

/** More than Pocket has. */
const vocabularyTokens = 4096
const cacheTypes = ['f16', 'q8_0'] as const

/** With caches of two types. The second recording has the exact divergences from the first. */
async function recordQualities(lane: Lane, files: Files): Promise<void> {
  const wholes: QualityExchanges['whole'][] = []
  for (const type of cacheTypes) {
    const { process, about } = await startLlamaServer({ files, flags: [...usualFlags, '-ctk', type, '-ctv', type] })
    try {
      const { exchanges, whole } = await recordQuality(process.url, vocabularyTokens)
      wholes.push(whole)
      const divergences = wholes[0]?.map((reference, at) => exactDivergence(reference, whole[at] ?? []))
      lane.save(`llama-server/quality-${type}`, about, { divergences }, exchanges)
    } finally {
      await process.stop()
    }
  }
}

/** The embedded model with a random projector. */
async function recordImages(lane: Lane, files: Files): Promise<void> {
  const flags = [...usualFlags, '--mmproj', await visionProjector(pocket)]
  const { process, about } = await startLlamaServer({ files, flags })
  try {
    const tape = new Tape(process.url)
    await recordDiscovery(tape)
    const body = bodyOf(chats.image)
    const known = (await promptTokensAround(process.url, body)) + tokensPerImage
    const answer = await tape.post(chatPath, body)
    lane.save('llama-server/image', about, { promptTokens: known, imageTokens: tokensPerImage }, await tape.exchanges())
    lane.compare('llama-server/image: prompt tokens', known, lastNumber(streamedObjects(answer), 'usage.prompt_tokens'))
  } finally {
    await process.stop()
  }
}

type Files = Parameters<typeof startLlamaServer>[0]['files']

/** A server with a key, and without metrics and slots. */
async function recordWithoutState(lane: Lane, files: Files): Promise<void> {
  const key = randomBytes(12).toString('hex')
  const flags = usualFlags.filter((flag) => flag !== '--metrics' && flag !== '--slots')
  const { process, about } = await startLlamaServer({ files, flags: [...flags, '--no-slots'], key })
  try {
    const tape = new Tape(process.url)
    await tape.get('/health')
    await tape.get('/props')
    await tape.get('/v1/models')
    await tape.post(chatPath, bodyOf(chats.plain))
    await tape.record({ method: 'GET', path: '/v1/models', key: `${key}-wrong` })
    lane.save('llama-server/wrong-key', about, { status: 401 }, await tape.exchanges(), [key])
    const allowed = new Tape(process.url)
    for (const path of ['/health', '/props', '/v1/models', '/slots', '/metrics']) await allowed.record({ method: 'GET', path, key })
    await allowed.record({ method: 'POST', path: chatPath, body: bodyOf(chats.plain), key })
    lane.save('llama-server/switched-off', about, { metrics: false, slots: false }, await allowed.exchanges(), [key])
  } finally {
    await process.stop()
  }
}

/** A server without a model, which starts one server for each model that is asked for. */
async function recordRouter(lane: Lane, files: Files): Promise<void> {
  const folder = join(workFolder, 'router')
  mkdirSync(folder, { recursive: true })
  for (const path of [pocket, await quantizedPocket()]) copyFileSync(path, join(folder, basename(path)))
  const withoutAlias = usualFlags.filter((flag) => flag !== '--alias' && flag !== 'pocket')
  const { process, about } = await startLlamaServer({
    files,
    model: null,
    flags: [...withoutAlias, '--models-dir', folder, '--models-max', '1'],
  })
  try {
    const tape = new Tape(process.url)
    const model = 'pocket-f16'
    for (const path of ['/health', '/props', '/v1/models', '/models', '/slots', '/metrics']) await tape.get(path)
    await tape.post(chatPath, bodyOf({ ...chats.plain, model }))
    for (const path of ['/models', `/props?model=${model}`, `/slots?model=${model}`, `/metrics?model=${model}`]) await tape.get(path)
    await tape.post(chatPath, bodyOf(chats.absentModel))
    lane.save('llama-server/router', about, { models: ['pocket-f16', 'pocket-q8_0'], loaded: model }, await tape.exchanges())
  } finally {
    await process.stop()
  }
}
