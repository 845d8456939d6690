import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, sep } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ModelOrigin } from '../../../core/contract/models/model-origins'
import { writeGgufHeader } from '../../../core/gguf/testing/write-gguf'
import type { Database } from '../../store/sqlite/database'
import { openDatabase } from '../../store/sqlite/open-database'
import { modelIdOf } from '../header/describe-file'
import { ModelLibrary } from './model-library'
import { scanLibrary } from './scan-library'

let home: string
let db: Database
let library: ModelLibrary
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'headroom-scan-'))
  const opened = openDatabase(':memory:')
  if ('damaged' in opened) throw new Error(opened.damaged)
  db = opened.database
  library = new ModelLibrary(db, join(home, 'no-embedded-model.gguf'))
})
afterEach(() => {
  db.close()
  rmSync(home, { recursive: true, force: true })
})

const at = (...path: string[]): string => join(home, ...path)
function model(path: string, { name = '', architecture = 'llama', parts = 1, part = 1 } = {}): string {
  const { bytes, fileBytes } = writeGgufHeader({
    metadata: [
      ['general.architecture', 'str', architecture],
      ...(name ? [['general.name', 'str', name] as const] : []),
      ['llama.block_count', 'u32', 2],
      ['llama.context_length', 'u32', 4096],
      ['llama.embedding_length', 'u32', 256],
      ['llama.attention.head_count', 'u32', 4],
      ...(parts > 1
        ? ([
            ['split.count', 'u16', parts],
            ['split.no', 'u16', part - 1],
            ['split.tensors.count', 'i32', parts],
          ] as const)
        : []),
    ],
    tensors: [{ name: `t${part}`, type: 'f32', shape: [32] }],
  })
  const file = new Uint8Array(fileBytes)
  file.set(bytes)
  mkdirSync(join(path, '..'), { recursive: true })
  writeFileSync(path, file)
  return path
}

async function scan(folders: Partial<Record<ModelOrigin, string>>) {
  const seen = { files: 0, refused: [] as string[] }
  await scanLibrary(
    library,
    Object.entries(folders).map(([origin, path]) => ({ origin: origin as ModelOrigin, path })),
    {
      onFile: () => seen.files++,
      onRefused: (path, failure) => seen.refused.push(`${relative(home, path).split(sep).join('/')} ${failure.code}`),
    },
    new AbortController().signal,
  )
  const list = await library.list()
  return { ...seen, list, names: list.map(({ name }) => name).sort() }
}

describe('scanLibrary', () => {
  it('finds models in subfolders, each split model once, and says what is wrong with other files', async () => {
    model(at('models/a/b/One.gguf'))
    model(at('models/Two.GGUF'), { name: 'The second' })
    model(at('models/S-00001-of-00002.gguf'), { parts: 2, part: 1 })
    model(at('models/S-00002-of-00002.gguf'), { parts: 2, part: 2 })
    model(at('models/bert.gguf'), { architecture: 'bert' })
    writeFileSync(at('models/notes.gguf'), 'These are notes')
    writeFileSync(at('models/half.gguf.unfinished'), 'GGUF')
    writeFileSync(at('models/._ghost.gguf'), 'macOS')
    const { names, list, refused, files } = await scan({ folder: at('models') })
    expect(names).toEqual(['One', 'S-00001-of-00002', 'The second'])
    expect(refused.sort()).toEqual(['models/bert.gguf model-cannot-chat', 'models/notes.gguf gguf-not-a-model'])
    expect(files).toBe(5)
    const one = list.find(({ name }) => name === 'One')
    expect(one).toMatchObject({ origin: 'folder', layers: 2, trainedTokens: 4096, parts: 1, lastOpenedAt: null })
    // 2 x 2 layers x 4 heads x 64 x 2 B = 2,048 B per token
    expect(one?.cost).toMatchObject({ runs: [{ kind: 'full', layers: 2 }], bytesPerThousandTokens: { f16: 2_048_000, f32: 4_096_000 } })
    expect(list.find(({ parts }) => parts === 2)).toBeDefined()
  })

  it.runIf(process.platform === 'linux')('reports files and folders whose names are not valid UTF-8', async () => {
    const bytes = readFileSync(model(at('models/One.gguf')))
    writeFileSync(Buffer.from(at('models/a\xff.gguf'), 'latin1'), bytes)
    mkdirSync(Buffer.from(at('models/b\xff'), 'latin1'))
    const { names, refused } = await scan({ folder: at('models') })
    expect(names).toEqual(['One'])
    expect(refused.sort()).toEqual(['models/a\ufffd.gguf file-name-unusable', 'models/b\ufffd file-name-unusable'])
  })

  it.skipIf(process.platform === 'win32')('finds models whose names have a newline, an emoji or 255 bytes', async () => {
    const names = ['two\nlines.gguf', 'a 🦙 of ours.gguf', `${'x'.repeat(250)}.gguf`, `${'🦙'.repeat(62)}yy.gguf`, '-rf.gguf', ' .gguf']
    for (const name of names) model(at('mine', name))
    const { list, refused } = await scan({ folder: at('mine') })
    expect(refused).toEqual([])
    expect(list.map(({ path }) => relative(at('mine'), path)).sort()).toEqual([...names].sort())
  })

  it('finds all thousand models in one folder', async () => {
    const bytes = readFileSync(model(at('many', '0.gguf')))
    for (let i = 1; i < 1000; i++) writeFileSync(at('many', `${i}.gguf`), bytes)
    const { list, refused, files } = await scan({ folder: at('many') })
    expect({ models: list.length, refused, files }).toEqual({ models: 1000, refused: [], files: 1000 })
  })

  it('reads only files that have changed', async () => {
    const path = model(at('models/One.gguf'))
    await scan({ folder: at('models') })
    db.run("UPDATE models SET facts = json_set(facts, '$.name', 'kept')")
    expect((await scan({ folder: at('models') })).names).toEqual(['kept'])
    model(path, { name: 'Another' })
    utimesSync(path, 1, 1)
    expect((await scan({ folder: at('models') })).names).toEqual(['Another'])
  })

  it('removes deleted models from the list, but shows a deleted model as missing if it has been used', async () => {
    const used = model(at('models/Used.gguf'))
    const other = model(at('models/Other.gguf'))
    await scan({ folder: at('models') })
    library.used(modelIdOf(used))
    rmSync(used)
    rmSync(other)
    const { list } = await scan({ folder: at('models') })
    expect(list).toMatchObject([{ name: 'Used', missing: true }])
  })

  it('keeps the list if a drive is disconnected', async () => {
    model(at('models/One.gguf'))
    await scan({ folder: at('models') })
    rmSync(at('models'), { recursive: true })
    expect((await scan({ folder: at('models') })).names).toEqual(['One'])
  })

  it('follows links within a folder, but no link that leads out of the folder or forms a loop', async () => {
    model(at('elsewhere/Secret.gguf'))
    model(at('models/real/One.gguf'))
    symlinkSync(at('elsewhere/Secret.gguf'), at('models/out.gguf'))
    symlinkSync(at('elsewhere'), at('models/out'))
    symlinkSync(at('models'), at('models/circle'))
    symlinkSync(at('models/nothing.gguf'), at('models/dangling.gguf'))
    symlinkSync(at('models/real/One.gguf'), at('models/again.gguf'))
    expect((await scan({ folder: at('models') })).files).toBe(1)
  })

  it('reads Hugging Face’s cache, with its links to blobs, and lists a file that is in two snapshots only once', async () => {
    const hub = at('hub/models--org--Tiny')
    model(join(hub, 'blobs/0123'), { name: 'Tiny' })
    for (const snapshot of ['aaa', 'bbb']) {
      mkdirSync(join(hub, 'snapshots', snapshot), { recursive: true })
      symlinkSync('../../blobs/0123', join(hub, 'snapshots', snapshot, 'Tiny.gguf'))
    }
    const { list } = await scan({ 'hugging-face': at('hub') })
    expect(list).toMatchObject([{ name: 'Tiny', origin: 'hugging-face' }])
  })

  it('lists Ollama’s models under the names in their manifests', async () => {
    const digest = 'a'.repeat(64)
    const manifest = (...path: string[]) => {
      mkdirSync(at('ollama/manifests', ...path, '..'), { recursive: true })
      const layers = [
        { mediaType: 'application/vnd.ollama.image.model', digest: `sha256:${digest}` },
        { mediaType: 'application/vnd.ollama.image.template', digest: `sha256:${'b'.repeat(64)}` },
      ]
      writeFileSync(at('ollama/manifests', ...path), JSON.stringify({ layers }))
    }
    model(at('ollama/blobs', `sha256-${digest}`), { name: 'Llama 3.2' })
    manifest('registry.ollama.ai/library/llama3.2/3b')
    mkdirSync(at('ollama/manifests/registry.ollama.ai/me/own'), { recursive: true })
    writeFileSync(at('ollama/manifests/registry.ollama.ai/me/own/bad'), '{"layers": [{"digest": "../../etc/passwd"}]}')
    const { list } = await scan({ ollama: at('ollama') })
    expect(list).toMatchObject([{ name: 'llama3.2:3b', origin: 'ollama', path: at('ollama/blobs', `sha256-${digest}`) }])
  })

  it('adds cache costs to models that an older version stored without them', async () => {
    const path = model(at('opened/One.gguf'))
    await library.open(path)
    db.run("UPDATE models SET facts = json_remove(facts, '$.cost', '$.parts')")
    expect((await library.list())[0]).toMatchObject({ cost: null, parts: 1, origin: 'opened' })
    const { list } = await scan({})
    expect(list[0]).toMatchObject({ origin: 'opened', cost: { runs: [{ kind: 'full', layers: 2 }] } })
  })

  it('keeps the origin of a model when it is opened', async () => {
    const path = model(at('models/One.gguf'))
    await scan({ jan: at('models') })
    expect(await library.open(path)).toMatchObject({ origin: 'jan' })
    copyFileSync(path, at('models/Two.gguf'))
    expect((await scan({ jan: at('models') })).names).toEqual(['One', 'Two'])
  })
})
