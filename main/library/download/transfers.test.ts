import { spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { coded } from '../../../core/contract/errors/coded-error'
import type { Transfer } from '../../../core/contract/models/library'
import { describeFailure } from '../../../core/copy/failures'
import type { Database } from '../../store/sqlite/database'
import { lockFile } from '../../store/sqlite/file-lock'
import { openDatabase } from '../../store/sqlite/open-database'
import { Network } from '../network/network'
import { findModels } from '../scan/find-models'
import { type HubFaults, MadeHub } from '../testing/made-hub'
import { TransferStore, type TransferWork } from './transfer-work'
import { Transfers } from './transfers'

const mib = 1 << 20
const content = randomBytes(2 * mib)
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

let hub: MadeHub
let folder: string
let db: Database
let transfers: Transfers
let arrived: string[]
let isOffline: boolean
let openingFailure: Error | undefined
beforeEach(async () => {
  hub = await MadeHub.start({ 'org/m': { 'm.gguf': content, 'n.gguf': content.subarray(0, mib) } })
  folder = mkdtempSync(join(tmpdir(), 'headroom-transfers-'))
  const opened = openDatabase(':memory:')
  if ('damaged' in opened) throw new Error(opened.damaged)
  db = opened.database
  arrived = []
  isOffline = false
  openingFailure = undefined
  transfers = open()
})
afterEach(async () => {
  await transfers.close()
  db.close()
  await hub.stop()
  rmSync(folder, { recursive: true, force: true })
})

function open(): Transfers {
  const network = new Network({ hub: hub.url, isOffline: () => isOffline })
  return new Transfers(new TransferStore(db), {
    network,
    onArrived: async ({ name }) => {
      if (openingFailure) throw openingFailure
      arrived.push(name)
      return `id of ${name}`
    },
    retryDelaysMs: [1, 1],
  })
}
const at = (...path: string[]) => join(folder, ...path)
const from = (file: string) => new URL(`org/m/resolve/main/${file}`, hub.url).href
const part = (file: string, change: Partial<TransferWork['parts'][number]> = {}) => {
  const bytes = hub.repositories.get('org/m')?.get(file) ?? content
  return { from: from(file), path: at('models', file), sizeBytes: bytes.length, sha256: sha256(bytes), mark: null, ...change }
}
const work = (id: string, parts: TransferWork['parts'] = [part('m.gguf')], kind: TransferWork['kind'] = 'download'): TransferWork => ({
  id,
  kind,
  name: id,
  source: 'a server',
  parts,
})
const found = (id: string): Transfer => transfers.list().find((one) => one.id === id) as Transfer
function until(id: string, ...statuses: Transfer['status'][]): Promise<Transfer> {
  return new Promise((resolve) => {
    const look = () => {
      if (!statuses.includes(found(id)?.status)) return
      stop()
      resolve(found(id))
    }
    const stop = transfers.changed.listen(look)
    look()
  })
}
const holdLock = `
  const database = new (require('libsql'))(process.argv[1])
  database.exec('BEGIN EXCLUSIVE')
  console.log('locked')
  setInterval(() => {}, 1000)`
const bring = (one: TransferWork, faults: HubFaults = {}) => {
  hub.faults = faults
  return until(transfers.add(one), 'done', 'failed')
}

describe('a download', () => {
  it('ends with one verified file under its final name', async () => {
    expect(await bring(work('a'))).toMatchObject({
      status: 'done',
      doneBytes: 2 * mib,
      totalBytes: 2 * mib,
      modelId: 'id of a',
      verifiedBy: 'sha256',
    })
    expect(readdirSync(at('models'))).toEqual(['m.gguf'])
    expect(readFileSync(at('models/m.gguf')).equals(content)).toBe(true)
    expect(arrived).toEqual(['a'])
    expect(open().list()).toEqual([])
  })

  it('runs only once if it is requested twice', async () => {
    hub.faults = { bytesPerSecond: 8 * mib }
    const first = transfers.add(work('a'))
    expect(transfers.add(work('b'))).toBe(first)
    await until(first, 'done')
    expect(transfers.list()).toHaveLength(1)
    expect(hub.storeRequests).toHaveLength(1)
  })

  it('fetches the first part of a split model last', async () => {
    await bring(work('a', [part('m.gguf'), part('n.gguf')]))
    expect(hub.storeRequests.map(({ path }) => path.split('/').at(-1))).toEqual(['n.gguf', 'm.gguf'])
    expect(readdirSync(at('models')).sort()).toEqual(['m.gguf', 'n.gguf'])
  })

  it('is deleted if its hash differs from the published hash', async () => {
    const { status, failure } = await bring(work('a', [part('m.gguf', { sha256: '0'.repeat(64) })]))
    expect(status).toBe('failed')
    expect(failure).toMatchObject({ code: 'download-hash-wrong', facts: { found: sha256(content) } })
    expect(failure && describeFailure(failure)).toContain('instead of 000000000000…')
    expect(readdirSync(at('models'))).toEqual([])
    expect(arrived).toEqual([])
    expect(found('a').doneBytes).toBe(0)
  })

  it('is deleted if the server resumes with the bytes of another file, and succeeds on the next try', async () => {
    hub.faults = { bytesPerSecond: 4 * mib, noMarks: true }
    transfers.add(work('a'))
    await expect.poll(() => found('a').doneBytes, { interval: 5 }).toBeGreaterThan(0)
    transfers.pause('a')
    await until('a', 'paused')
    hub.repositories.get('org/m')?.set('m.gguf', randomBytes(2 * mib))
    hub.faults = { noMarks: true, noIfRange: true }
    transfers.resume('a')
    expect((await until('a', 'done', 'failed')).failure).toMatchObject({ code: 'download-hash-wrong' })
    expect(hub.storeRequests.at(-1)).toMatchObject({ status: 206 })
    expect(readdirSync(at('models'))).toEqual([])
    hub.repositories.get('org/m')?.set('m.gguf', content)
    transfers.resume('a')
    expect((await until('a', 'done', 'failed')).status).toBe('done')
    expect(readFileSync(at('models/m.gguf')).equals(content)).toBe(true)
  })

  it('is deleted if it is not a model and no hash is published, and can be tried again', async () => {
    openingFailure = coded('gguf-not-a-model', { path: at('models/m.gguf'), magic: 'oops' })
    const unhashed = work('a', [part('m.gguf', { sha256: null }), part('n.gguf', { sha256: null })])
    expect((await bring(unhashed)).failure).toMatchObject({ code: 'gguf-not-a-model' })
    expect(readdirSync(at('models'))).toEqual([])
    openingFailure = undefined
    const asked = hub.storeRequests.length
    transfers.resume('a')
    expect((await until('a', 'done', 'failed')).status).toBe('done')
    expect(hub.storeRequests.length).toBe(asked + 2)
  })

  it('is kept if it has the published hash, even if it cannot be opened', async () => {
    openingFailure = coded('store-failed', { path: at('store'), reason: { kind: 'sqlite', quoted: 'locked' } })
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'store-failed' })
    expect(readdirSync(at('models'))).toEqual(['m.gguf'])
    openingFailure = undefined
    transfers.resume('a')
    expect((await until('a', 'done', 'failed')).status).toBe('done')
  })

  it('never overwrites another file', async () => {
    mkdirSync(at('models'))
    writeFileSync(at('models/m.gguf'), 'mine')
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'file-exists' })
    expect(readFileSync(at('models/m.gguf'), 'utf8')).toBe('mine')
  })

  it('transfers nothing if its file already exists', async () => {
    mkdirSync(at('models'))
    writeFileSync(at('models/m.gguf'), content)
    expect((await bring(work('a'))).status).toBe('done')
    expect(hub.requests).toHaveLength(0)
  })

  it('recognizes a different file of the same length, and does not change it', async () => {
    mkdirSync(at('models'))
    const other = randomBytes(2 * mib)
    writeFileSync(at('models/m.gguf'), other)
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'file-exists' })
    expect(readFileSync(at('models/m.gguf')).equals(other)).toBe(true)
  })

  it('never overwrites a file that was created during the download', async () => {
    hub.faults = { bytesPerSecond: 4 * mib }
    transfers.add(work('a'))
    await expect.poll(() => found('a').doneBytes, { interval: 5 }).toBeGreaterThan(0)
    writeFileSync(at('models/m.gguf'), 'mine')
    expect((await until('a', 'done', 'failed')).failure).toMatchObject({ code: 'file-exists' })
    expect(readFileSync(at('models/m.gguf'), 'utf8')).toBe('mine')
  })

  it('is not listed as a model before it is complete', async () => {
    hub.faults = { bytesPerSecond: 4 * mib }
    transfers.add(work('a', [part('m.gguf'), part('n.gguf')]))
    const seen = new Set<string>()
    while (found('a').status !== 'done') {
      for await (const { path } of findModels(at('models'))) {
        seen.add(path)
        const bytes = readFileSync(path)
        expect(sha256(bytes)).toBe(path.endsWith('m.gguf') ? sha256(content) : sha256(content.subarray(0, mib)))
      }
      expect(found('a').status).not.toBe('failed')
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(seen).toContain(at('models/n.gguf'))
  })

  it('never writes through a link at the path of its part file', async ({ skip }) => {
    skip(process.platform === 'win32', 'links need a privilege on Windows')
    mkdirSync(at('models'))
    symlinkSync(at('elsewhere'), at('models/m.gguf.unfinished'))
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'folder-unusable' })
    expect(existsSync(at('elsewhere'))).toBe(false)
  })

  it('does not start if the file could never fit on the disk', async () => {
    const { failure } = await bring(work('a', [part('m.gguf', { sizeBytes: 2 ** 60 })]))
    expect(failure).toMatchObject({ code: 'not-enough-disk', facts: { neededBytes: 2 ** 60 + 64 * 2 ** 20 } })
    expect(hub.requests).toHaveLength(0)
  })

  it('fails while another Headroom process is writing the same file, and can be resumed afterward', async () => {
    mkdirSync(at('models'))
    const other = lockFile(at('models/m.gguf.lock'))
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'download-in-use' })
    other?.release()
    transfers.resume('a')
    expect((await until('a', 'done', 'failed')).status).toBe('done')
  })

  it('can be resumed once a Headroom process that was writing the same file has been killed', async () => {
    mkdirSync(at('models'))
    const holder = spawn(process.execPath, ['-e', holdLock, at('models/m.gguf.lock')], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(holder.stdout, 'data')
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'download-in-use' })
    expect(hub.requests).toHaveLength(0)
    holder.kill('SIGKILL')
    await once(holder, 'exit')
    transfers.resume('a')
    expect((await until('a', 'done', 'failed')).status).toBe('done')
  })

  it('does not start while Headroom is offline', async () => {
    isOffline = true
    const from = 'https://example.invalid/m.gguf'
    expect((await bring(work('a', [part('m.gguf', { from })]))).failure).toMatchObject({ code: 'offline' })
    expect(hub.requests).toHaveLength(0)
  })
})

describe('a paused download', () => {
  it('keeps its part file across a restart, and does not continue by itself', async () => {
    hub.faults = { bytesPerSecond: 4 * mib }
    transfers.add(work('a'))
    await expect.poll(() => found('a').doneBytes, { interval: 5 }).toBeGreaterThan(mib / 2)
    transfers.pause('a')
    await until('a', 'paused')
    await transfers.close()
    transfers = open()
    await expect.poll(() => found('a').doneBytes).toBeGreaterThan(mib / 2)
    expect(found('a').status).toBe('paused')
    expect(readdirSync(at('models'))).toEqual(['m.gguf.unfinished'])
    hub.faults = {}
    hub.sentBytes = 0
    transfers.resume('a')
    await until('a', 'done')
    expect(hub.sentBytes).toBeLessThan(1.5 * mib)
    expect(hub.storeRequests.at(-1)).toMatchObject({ status: 206, ifRange: `"${sha256(content)}"` })
    expect(readFileSync(at('models/m.gguf')).equals(content)).toBe(true)
  })

  it('lets the next transfer start, because only two run at a time', async () => {
    hub.faults = { bytesPerSecond: mib }
    for (const id of ['a', 'b', 'c']) transfers.add(work(id, [part('n.gguf', { path: at('models', `${id}.gguf`) })]))
    await until('b', 'running')
    expect(found('c').status).toBe('waiting')
    transfers.pause('a')
    await until('c', 'running')
  })
})

describe('a canceled download', () => {
  it('deletes its part file', async () => {
    hub.faults = { bytesPerSecond: mib }
    transfers.add(work('a'))
    await expect.poll(() => found('a').doneBytes, { interval: 5 }).toBeGreaterThan(0)
    await transfers.cancel('a')
    expect(transfers.list()).toEqual([])
    expect(readdirSync(at('models'))).toEqual([])
    expect(open().list()).toEqual([])
  })

  it('also deletes its finished parts, but no file that existed before', async () => {
    mkdirSync(at('models'))
    const third = part('n.gguf', { path: at('models/third.gguf') })
    writeFileSync(third.path, content.subarray(0, mib))
    hub.faults = { refuse: { path: /store.*m\.gguf/, status: 404 } }
    await until(transfers.add(work('a', [part('m.gguf'), part('n.gguf'), third])), 'failed')
    expect(readdirSync(at('models')).sort()).toEqual(['m.gguf.unfinished', 'n.gguf', 'third.gguf'])
    await transfers.cancel('a')
    expect(readdirSync(at('models'))).toEqual(['third.gguf'])
  })

  it('does not change another Headroom process’s download', async () => {
    mkdirSync(at('models'))
    writeFileSync(at('models/m.gguf.unfinished'), content.subarray(0, mib))
    const other = lockFile(at('models/m.gguf.lock'))
    expect((await bring(work('a'))).failure).toMatchObject({ code: 'download-in-use' })
    await transfers.cancel('a')
    expect(transfers.list()).toEqual([])
    expect(readFileSync(at('models/m.gguf.unfinished'))).toHaveLength(mib)
    other?.release()
  })
})

describe('an import', () => {
  const local = (kind: 'copy' | 'move') =>
    work('a', [{ from: at('own.gguf'), path: at('models/own.gguf'), sizeBytes: content.length, sha256: null, mark: null }], kind)
  beforeEach(() => writeFileSync(at('own.gguf'), content))

  it('can copy a file, and then keeps the source file', async () => {
    expect(await bring(local('copy'))).toMatchObject({ status: 'done', doneBytes: 2 * mib })
    expect(readFileSync(at('models/own.gguf')).equals(content)).toBe(true)
    expect(existsSync(at('own.gguf'))).toBe(true)
    expect(hub.requests).toHaveLength(0)
  })
  it('can move a file, and then removes the source file', async () => {
    expect((await bring(local('move'))).status).toBe('done')
    expect(readFileSync(at('models/own.gguf')).equals(content)).toBe(true)
    expect(existsSync(at('own.gguf'))).toBe(false)
  })
  it('does not move a file if a different model of the same length has its name', async () => {
    mkdirSync(at('models'))
    const other = randomBytes(content.length)
    writeFileSync(at('models/own.gguf'), other)
    expect((await bring(local('move'))).failure).toMatchObject({ code: 'file-exists' })
    expect(readFileSync(at('own.gguf')).equals(content)).toBe(true)
    expect(readFileSync(at('models/own.gguf')).equals(other)).toBe(true)
  })
  it('keeps the moved file if it is canceled', async () => {
    openingFailure = coded('gguf-malformed', { path: at('models/own.gguf'), flaw: { kind: 'endless-header' }, offset: 0 })
    expect((await bring(local('move'))).failure).toMatchObject({ code: 'gguf-malformed' })
    await transfers.cancel('a')
    expect(readFileSync(at('models/own.gguf')).equals(content)).toBe(true)
  })
  it('reports a missing source file', async () => {
    rmSync(at('own.gguf'))
    expect((await bring(local('copy'))).failure).toMatchObject({ code: 'file-not-found' })
  })
  it('restarts an unfinished copy', async () => {
    mkdirSync(at('models'))
    copyFileSync(at('own.gguf'), at('models/own.gguf.unfinished'))
    writeFileSync(at('models/own.gguf.unfinished'), randomBytes(mib))
    expect((await bring(local('copy'))).status).toBe('done')
    expect(readFileSync(at('models/own.gguf')).equals(content)).toBe(true)
  })
})
