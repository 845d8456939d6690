import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onlyCpu } from '../../backends/testing/only-cpu'
import { madeUpTriad } from '../../bandwidth/testing/made-up-triad'
import { noLab } from '../../lab/testing/no-lab'
import { openTestStore } from '../../store/testing/test-store'
import type { StartEngine } from '../../supervisor/engine-process'
import { type App, type AppOptions, createApp } from '../app'

export const nativePath = (path: string): string => fileURLToPath(new URL(`../../../native-models/${path}`, import.meta.url))

export const pocketPath = nativePath('pocket/pocket-f16.gguf')

export function openTestApp(folder: string, startEngine: StartEngine, options: Partial<AppOptions> = {}): App {
  return createApp({
    info: { version: '0', host: 'web', platform: 'test', dataFolder: folder, memoryBytes: 0 },
    store: openTestStore(folder),
    startEngine,
    startRemoteEngine: () => Promise.reject(new Error('This test has no remote engine')),
    startLab: noLab,
    backends: onlyCpu,
    startTriad: madeUpTriad,
    templateEntry: join(import.meta.dirname, '../../../out/template/index.mjs'),
    documentEntry: join(import.meta.dirname, '../../../out/documents/index.mjs'),
    embeddedModelPath: pocketPath,
    textsFolder: nativePath('.'),
    allowServers: async () => 'allowed',
    ...options,
  })
}
