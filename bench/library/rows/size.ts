import { lstatSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { missing, type Row } from '../../engine/row'
import { packagedApp } from '../packaged-app'

const mebibyte = 2 ** 20

const kinds: readonly (readonly [RegExp, string])[] = [
  [/@node-llama-cpp\/[^/]*-vulkan\//, 'llama.cpp for GPUs (Vulkan)'],
  [/@node-llama-cpp\/[^/]*-cuda\//, 'llama.cpp for NVIDIA (CUDA 13)'],
  [/@node-llama-cpp\/[^/]*-cuda-ext\//, 'llama.cpp for NVIDIA (CUDA 12)'],
  [/@node-llama-cpp\//, 'llama.cpp for CPUs'],
  [/native-models\/pocket\//, 'the embedded model'],
  [/@libsql\//, 'SQLite'],
  [/app\.asar$/, 'Headroom itself and its packages (app.asar)'],
  [/(^|\/)locales\//, "Electron: Chromium's translations"],
  [/LICENSE|licen[cs]e|notices|sbom/i, 'licenses'],
  [/./, 'Electron: the program and its libraries'],
]

export async function sizeRows(): Promise<Row[]> {
  const app = await packagedApp()
  if ('missing' in app) return [missing('installed size', app.missing)]
  const bytes = new Map<string, number>()
  for (const { path, size } of filesIn(app.folder)) {
    const name = relative(app.folder, path).split(sep).join('/')
    const kind = kinds.find(([pattern]) => pattern.test(name))?.[1] ?? name
    bytes.set(kind, (bytes.get(kind) ?? 0) + size)
  }
  const total = [...bytes.values()].reduce((sum, one) => sum + one, 0)
  const row = (what: string, size: number): Row => ({
    what,
    ours: { mean: size / mebibyte, deviation: null, unit: 'MiB' },
    theirs: null,
    ratio: null,
    aim: null,
    note: null,
  })
  const parts = [...bytes].sort(([, left], [, right]) => right - left)
  return [row('installed size', total), ...parts.map(([what, size]) => row(`– ${what}`, size))]
}

/** Does not follow links, which macOS frameworks contain. */
function* filesIn(folder: string): Generator<{ readonly path: string; readonly size: number }> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else yield { path, size: lstatSync(path).size }
  }
}
