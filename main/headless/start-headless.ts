import { readFileSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { forkTrial } from '../backends/fork-trial'
import { forkedTrials } from '../backends/forked-trials'
import { forkLab } from '../lab/fork-lab'
import { resourcesAt } from '../paths'
import { type App, createApp } from '../services/app'
import { openStore } from '../store/store'
import { forkEngine } from '../supervisor/fork-engine'
import { allowInTerminal } from './allow-in-terminal'
import { type Headless, type HeadlessOptions, serveHeadless } from './serve-headless'

export interface StartHeadlessOptions {
  readonly root: string
  readonly dataFolder: string
  readonly port: number
  readonly fakeEngine: boolean
  readonly modelPath?: string
  readonly devRenderer?: HeadlessOptions['devRenderer']
}

export interface StartedHeadless extends Headless {
  readonly app: App
}

export async function startHeadless(options: StartHeadlessOptions): Promise<StartedHeadless> {
  const resources = resourcesAt(options.root)
  const { version } = JSON.parse(readFileSync(join(options.root, 'package.json'), 'utf8')) as { version: string }
  const app = createApp({
    info: { version, host: 'web', platform: process.platform, dataFolder: options.dataFolder, memoryBytes: os.totalmem() },
    store: openStore(options.dataFolder, 'web'),
    startEngine: forkEngine(options.fakeEngine ? resources.fakeEngineEntry : resources.engineEntry),
    startRemoteEngine: forkEngine(resources.remoteEngineEntry),
    startLab: forkLab(resources.labEntry),
    backends: forkedTrials(resources),
    startTriad: forkTrial(resources.bandwidthEntry),
    templateEntry: resources.templateEntry,
    documentEntry: resources.documentEntry,
    embeddedModelPath: resources.embeddedModelPath,
    textsFolder: resources.textsFolder,
    allowServers: allowInTerminal(process.stdin, process.stderr),
  })
  const { modelPath } = options
  if (modelPath === undefined) void app.models.loadFirst()
  else {
    const file = await app.library.open(modelPath).catch((error: unknown) => {
      app.close()
      throw error
    })
    void app.models.load(file.id)
  }
  const headless = await serveHeadless({
    app,
    rendererFolder: resources.rendererFolder,
    port: options.port,
    ...(options.devRenderer ? { devRenderer: options.devRenderer } : {}),
  })
  return {
    ...headless,
    app,
    close: async () => {
      await headless.close()
      await app.keepSessions()
      app.close()
    },
  }
}
