import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { FakeEngine } from '../../../native-models/fake-engine/fake-engine'
import { inProcessEngine } from '../../../native-models/process/testing/in-process'
import { MadeHub } from '../../library/testing/made-hub'
import { MadeProxy } from '../../library/testing/made-proxy'
import { failureIn } from '../../library/testing/read-from-bad-server'
import { splitGguf } from '../../library/testing/write-split'
import { dataFolder } from '../../store/testing/test-store'
import type { App } from '../app'
import { eventually } from '../testing/eventually'
import { nativePath, openTestApp } from '../testing/test-app'

const source = nativePath('fixtures/llama-gqa.gguf')
const bytes = readFileSync(source)

const openApp = (options: Parameters<typeof openTestApp>[2] = {}): App =>
  openTestApp(data, async () => inProcessEngine(new FakeEngine({ tokensPerSecond: 100, prefillTokensPerSecond: 1000, loadMs: 1 })), options)

let folder: string
let data: string
let hub: MadeHub
let app: App
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-library-'))
  data = dataFolder()
  hub = await MadeHub.start({ 'org/Tiny-GGUF': { 'deep/tiny.gguf': bytes } })
  vi.stubEnv('HEADROOM_HOME', at('home'))
  vi.stubEnv('HEADROOM_OFFLINE', '')
  vi.stubEnv('HF_ENDPOINT', hub.url.href)
  app = openApp()
})
afterEach(async () => {
  await app.libraryService.reset()
  app.close()
  await hub.stop()
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const at = (...path: string[]): string => join(folder, ...path)
const imported = (...path: string[]): string => join(data, 'models/imported', ...path)
function put(path: string, content: Uint8Array = bytes): string {
  mkdirSync(join(at(path), '..'), { recursive: true })
  writeFileSync(at(path), content)
  return at(path)
}
async function transfers() {
  const states = app.libraryService.reader(1, undefined)
  return (await states()).transfers
}
const settled = () =>
  eventually(async () => {
    const all = await transfers()
    expect(all.length).toBeGreaterThan(0)
    for (const { status } of all) expect(['done', 'failed', 'paused']).toContain(status)
    return all
  })

describe('an import', () => {
  it('copies all parts of a split model as one model', async () => {
    const parts = await splitGguf(bytes, 'split', [2, 3, 79])
    for (const [name, part] of parts) put(`own/${name}`, part)
    const [candidate, ...others] = await app.libraryService.lookAt([at('own')])
    expect(others).toEqual([])
    expect(candidate).toMatchObject({ path: at('own/split-00001-of-00003.gguf'), parts: 3, sameAs: null })
    expect(await app.libraryService.take(at('own/split-00001-of-00003.gguf'), 'copy')).toBeNull()
    expect(await settled()).toMatchObject([{ kind: 'copy', status: 'done', parts: 3 }])
    expect(readdirSync(imported()).sort()).toEqual([...parts.keys()])
    expect(readdirSync(at('own'))).toHaveLength(3)
  })

  it('recognizes a model by its bytes, whatever its name', async () => {
    await app.libraryService.take(put('own/one.gguf'), 'copy')
    const [arrived] = await settled()
    expect(await app.libraryService.lookAt([put('again/other.gguf')])).toMatchObject([{ sameAs: arrived?.modelId }])
    const changed = Buffer.from(bytes)
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
    expect(await app.libraryService.lookAt([put('again/changed.gguf', changed)])).toMatchObject([{ sameAs: null }])
  })

  it('leaves a linked model at its path', async () => {
    const path = put('own/one.gguf')
    expect(await app.libraryService.take(path, 'link')).toMatchObject({ path, origin: 'opened' })
    expect(await transfers()).toEqual([])
    expect(existsSync(imported())).toBe(false)
  })

  it('removes the source file if it moves a model that was already imported, and creates no second copy', async () => {
    await app.libraryService.take(put('own/one.gguf'), 'copy')
    await settled()
    await app.libraryService.take(put('again/other.gguf'), 'move')
    await eventually(async () => expect(await settled()).toMatchObject([{ status: 'done' }]))
    await eventually(() => expect(existsSync(at('again/other.gguf'))).toBe(false))
    expect(readdirSync(imported())).toEqual(['one.gguf'])
  })

  it('does nothing if the model is already in Headroom’s folder', async () => {
    await app.libraryService.take(put('own/one.gguf'), 'copy')
    await settled()
    expect(await app.libraryService.take(imported('one.gguf'), 'move')).toMatchObject({ path: imported('one.gguf') })
    expect(readFileSync(imported('one.gguf')).equals(bytes)).toBe(true)
  })

  it('is refused with the reason if the file is not a model', async () => {
    expect(await failureIn(app.libraryService.take(put('own/notes.gguf', Buffer.from('notes')), 'copy'))).toMatchObject({
      code: 'gguf-not-a-model',
    })
    expect(await failureIn(app.libraryService.lookAt([at('nowhere.gguf')]))).toMatchObject({ code: 'file-not-found' })
  })
})

describe('a model that the hub lists', () => {
  it('is marked as downloaded until it is removed', async () => {
    const listed = async () => (await app.libraryService.browse('org/Tiny-GGUF')).models[0]
    const before = await listed()
    expect(before?.modelId).toBeNull()
    await app.libraryService.download(before?.url ?? '')
    const [done] = await settled()
    expect((await listed())?.modelId).toBe(done?.modelId)
    await app.libraryService.removeFromDisk(done?.modelId ?? '')
    expect((await listed())?.modelId).toBeNull()
  })

  it('is not downloaded further when Headroom goes offline', async () => {
    const proxy = await MadeProxy.start()
    vi.stubEnv('HF_ENDPOINT', proxy.nameFor(hub.url).href)
    app.close()
    app = openApp({ findProxy: proxy.findProxy })
    hub.faults = { bytesPerSecond: 1 << 19 }
    const [model] = (await app.libraryService.browse('org/Tiny-GGUF')).models
    const id = await app.libraryService.download(model?.url ?? '')
    await eventually(async () => expect(await transfers()).toMatchObject([{ status: 'running' }]))
    app.libraryService.setOffline(true)
    expect(await settled()).toMatchObject([{ status: 'paused' }])
    const asked = hub.requests.length
    app.libraryService.resumeTransfer(id)
    await eventually(async () => expect(await settled()).toMatchObject([{ status: 'failed', failure: { code: 'offline' } }]))
    expect(hub.requests).toHaveLength(asked)
  })
})

describe('removing a model from the disk', () => {
  it('deletes all its parts and no other files', async () => {
    for (const [name, part] of await splitGguf(bytes, 'split', [2, 82])) put(`own/${name}`, part)
    copyFileSync(source, at('own/other.gguf'))
    const file = await app.libraryService.take(at('own/split-00001-of-00002.gguf'), 'link')
    await app.libraryService.removeFromDisk(file?.id ?? '')
    expect(readdirSync(at('own'))).toEqual(['other.gguf'])
  })

  it('is refused while the model is loaded, and for the embedded model', async () => {
    const file = await app.libraryService.take(put('own/one.gguf'), 'link')
    await app.models.load(file?.id ?? '')
    await eventually(() => expect(app.state.value.model.status).toBe('ready'))
    expect(await failureIn(app.libraryService.removeFromDisk(file?.id ?? ''))).toMatchObject({ code: 'model-in-use' })
    expect(await failureIn(app.libraryService.removeFromDisk('pocket'))).toMatchObject({ code: 'managed-elsewhere' })
    expect(existsSync(at('own/one.gguf'))).toBe(true)
  })
})
