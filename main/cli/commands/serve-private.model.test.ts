import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { dataFolder, openTestStore } from '../../store/testing/test-store'

function openToOthers(data: string): string[] {
  const paths = readdirSync(data, { withFileTypes: true, recursive: true }).map((entry) => join(entry.parentPath, entry.name))
  return [data, ...paths].flatMap((path) => {
    const mode = statSync(path).mode & 0o777
    return (mode & 0o077) === 0 ? [] : [`${relative(data, path) || '.'} ${mode.toString(8)}`]
  })
}

async function whileServing(data: string, work: () => void): Promise<void> {
  const entry = join(import.meta.dirname, '../../../out/cli/index.mjs')
  const host = spawn('sh', ['-c', 'umask 022; exec "$@"', 'sh', process.execPath, entry, 'serve', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(host.stdout as Readable, 'data')
  work()
  host.kill('SIGTERM')
  await once(host, 'exit')
}

it.skipIf(process.platform === 'win32')(
  'headroom serve makes a new data folder and its contents readable by their owner only',
  async () => {
    const data = join(dataFolder(), 'new/data')
    await whileServing(data, () => expect(openToOthers(data)).toEqual([]))
    expect(openToOthers(data)).toEqual([])
    expect(readdirSync(data)).toContain('headroom.sqlite')
  },
)

it.skipIf(process.platform === 'win32')(
  'headroom serve closes an older version’s data folder to other users, except models and files that are not Headroom’s',
  async () => {
    const data = dataFolder()
    mkdirSync(join(data, 'sessions'))
    mkdirSync(join(data, 'models'))
    openTestStore(data).close()
    writeFileSync(join(data, 'headroom-damaged-2026.sqlite'), 'damaged')
    writeFileSync(join(data, 'sessions/c.f.session-damaged'), 'a cache')
    writeFileSync(join(data, 'models/mine.gguf'), 'a model')
    writeFileSync(join(data, 'notes.txt'), 'not Headroom’s')
    for (const path of ['', 'sessions', 'models']) chmodSync(join(data, path), 0o755)
    for (const { parentPath, name } of readdirSync(data, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile()))
      chmodSync(join(parentPath, name), 0o644)
    await whileServing(data, () => expect(openToOthers(data)).toEqual(expect.arrayContaining(['notes.txt 644'])))
    expect(openToOthers(data).toSorted()).toEqual(['models/mine.gguf 644', 'notes.txt 644'])
  },
)
