import { readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, type MessageBoxOptions, nativeTheme, session, shell } from 'electron'
import type { PreferenceValues } from '../../core/contract/app/preference-values'
import { failureOf } from '../../core/contract/errors/coded-error'
import { type Copy, copy, spokenLanguage, texts } from '../../core/copy/copy'
import { sentenceOf } from '../../core/copy/failures'
import { shortcutsInUse } from '../../core/shortcuts/shortcuts'
import type { ServerProgram } from '../../core/tools/server-programs'
import { installedBuild } from '../backends/installed-builds'
import { proxyFromPac } from '../library/network/proxy'
import { dataFolderIn, resourcesAt } from '../paths'
import { type App, createApp } from '../services/app'
import { makePrivate } from '../store/folder/make-private'
import { openStore, type Store } from '../store/store'
import { declareAppProtocol, serveAppProtocol } from './app-protocol'
import { appUpdater } from './app-updater'
import { acceptWindows } from './connections'
import { systemKeychain } from './keychain'
import { lockDownContents, lockDownSession } from './lockdown'
import { openMainWindow } from './main-window'
import { installMenu } from './menu'
import { modelArgument } from './model-argument'
import { startUtilityEngine } from './processes/utility-engine'
import { startUtilityLab } from './processes/utility-lab'
import { startUtilityTrial } from './processes/utility-trial'
import { acceptPdfs } from './save-pdf'
import { borrowFolder, isSelfCheck, selfCheck } from './self-check'

process.umask(0o077)
app.setName('Headroom')
// The appId of electron-builder.yml, by which Windows groups windows and shortcuts.
if (process.platform === 'win32') app.setAppUserModelId('app.headroom.desktop')
declareAppProtocol()
lockDownContents()

const checkFolder = isSelfCheck(process.argv) ? borrowFolder() : undefined

let headroom: App | undefined
let waitingFile = modelArgument(process.argv, process.cwd())

if (!app.requestSingleInstanceLock()) app.quit()
else {
  app.on('second-instance', (_event, argv, folder) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window?.isMinimized()) window.restore()
    window?.focus()
    const file = modelArgument(argv, folder)
    if (file) takeFile(file)
  })
  // On macOS, files to open arrive this way.
  app.on('open-file', (event, path) => {
    event.preventDefault()
    takeFile(path)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  app.on('activate', () => {
    if (headroom && BrowserWindow.getAllWindows().length === 0) void openWindow(headroom.store)
  })
  app.on('will-quit', shutDown)
  forgetPages(app.getPath('userData'))
  void app.whenReady().then(start)
}

/** Older versions kept unsent text in the session storage, whose files still contain removed data. */
function forgetPages(userData: string): void {
  rmSync(join(userData, 'Session Storage'), { recursive: true, force: true })
}

let isKept = false
function shutDown(event: { preventDefault(): void }): void {
  if (!headroom || isKept) return headroom?.close()
  event.preventDefault()
  void headroom.keepSessions().finally(() => {
    isKept = true
    // Electron ignores a quit request during a quit event.
    setImmediate(() => app.quit())
  })
}

async function start(): Promise<void> {
  const resources = resourcesAt(app.getAppPath())
  makePrivate(app.getPath('userData'))
  const dataFolder = checkFolder ?? dataFolderIn(app.getPath('userData'))
  const store = openStoreOrSayWhy(dataFolder)
  if (!store) return app.exit(1)
  const { commit = '', variant = '', updateKey } = packaging(app.getAppPath())
  headroom = createApp({
    info: { version: app.getVersion(), host: 'desktop', platform: process.platform, dataFolder, memoryBytes: os.totalmem() },
    store,
    startEngine: startUtilityEngine(resources.engineEntry),
    startRemoteEngine: startUtilityEngine(resources.remoteEngineEntry),
    startLab: startUtilityLab(resources.labEntry),
    templateEntry: resources.templateEntry,
    documentEntry: resources.documentEntry,
    backends: {
      installed: (backend) => installedBuild(resources, backend),
      startTrial: startUtilityTrial(resources.trialEntry),
    },
    startTriad: startUtilityTrial(resources.bandwidthEntry, 'Headroom memory bandwidth'),
    embeddedModelPath: resources.embeddedModelPath,
    textsFolder: resources.textsFolder,
    showFolder: (path) => shell.openPath(path),
    desktopFiles: {
      chooseModel,
      chooseFolder,
      reveal: (path) => shell.showItemInFolder(path),
      moveToBin: (path) => shell.trashItem(path),
    },
    keychain: systemKeychain,
    findProxy: async (url) => proxyFromPac(await session.defaultSession.resolveProxy(url.href)),
    updater: appUpdater(variant, updateKey),
    allowServers,
    commit,
  })
  if (checkFolder) return app.exit(await selfCheck(headroom, checkFolder))
  const { models, preferences } = headroom
  usePreferences(preferences.values)
  preferences.changed.listen(usePreferences)
  lockDownSession(session.defaultSession, () => desktopTexts)
  serveAppProtocol(resources.rendererFolder)
  acceptWindows(headroom)
  acceptPdfs(() => desktopTexts)
  if (waitingFile) void openFile(waitingFile)
  else void models.loadFirst()
  await openWindow(store)
}

function packaging(folder: string): { readonly commit?: string; readonly variant?: string; readonly updateKey?: string } {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

let desktopTexts: Copy = texts.en

function usePreferences({ theme, shortcuts, language }: PreferenceValues): void {
  nativeTheme.themeSource = theme
  desktopTexts = texts[spokenLanguage(language, app.getPreferredSystemLanguages())]
  installMenu(desktopTexts, shortcutsInUse('desktop', shortcuts), (command) => headroom?.commands.send(command))
}

const openWindow = (store: Store) => openMainWindow(store.preferences, resourcesAt(app.getAppPath()).windowIconPath)

function openStoreOrSayWhy(folder: string): Store | undefined {
  try {
    return openStore(folder, 'desktop')
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    const { what, todo } = sentenceOf(failure)
    dialog.showErrorBox(copy.desktop.cannotStart, `${what}\n\n${todo}`)
    return undefined
  }
}

async function chooseModel(): Promise<string | null> {
  const { title, models, allFiles } = desktopTexts.desktop.openModel
  const { filePaths } = await dialog.showOpenDialog({
    title,
    properties: ['openFile'],
    filters: [
      { name: models, extensions: ['gguf'] },
      { name: allFiles, extensions: ['*'] },
    ],
  })
  return filePaths[0] ?? null
}

async function chooseFolder(): Promise<string | null> {
  const { filePaths } = await dialog.showOpenDialog({ title: desktopTexts.desktop.addFolder, properties: ['openDirectory'] })
  return filePaths[0] ?? null
}

async function allowServers(programs: readonly ServerProgram[]): Promise<'allowed' | 'refused'> {
  const { question, program, warning, refuse, allow } = desktopTexts.desktop.allowServers
  const box: MessageBoxOptions = {
    type: 'warning',
    message: question(programs.length),
    detail: [...programs.map(program), warning].join('\n\n'),
    buttons: [refuse, allow],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
  const [window] = BrowserWindow.getAllWindows()
  const { response } = await (window ? dialog.showMessageBox(window, box) : dialog.showMessageBox(box))
  return response === 1 ? 'allowed' : 'refused'
}

function takeFile(path: string): void {
  if (!headroom) waitingFile = path
  else {
    if (BrowserWindow.getAllWindows().length === 0) void openWindow(headroom.store)
    void openFile(path)
  }
}

async function openFile(path: string): Promise<void> {
  if (!headroom) return
  try {
    const file = await headroom.libraryService.open(path)
    await headroom.models.load(file.id)
  } catch (error) {
    const failure = failureOf(error)
    if (!failure) throw error
    headroom.state.update({ model: { status: 'failed', file: null, settings: null, failure } })
  }
}
