import { randomUUID } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { coded } from '../../../core/contract/errors/coded-error'
import type { FoundRepository, ImportCandidate, LibraryState, ModelFit, RemoteListing } from '../../../core/contract/models/library'
import type { ModelFile } from '../../../core/contract/models/models'
import { Changes } from '../../../core/streams/changes'
import { pathBelow, planDownload } from '../../library/download/plan-download'
import { TransferStore, type TransferWork } from '../../library/download/transfer-work'
import { Transfers } from '../../library/download/transfers'
import { onDisk } from '../../library/files/file-failures'
import { filesOf, removeModel } from '../../library/files/remove-model'
import { typedPath } from '../../library/files/typed-path'
import { checkModelFile } from '../../library/header/check-model-file'
import { modelIdOf } from '../../library/header/describe-file'
import { searchHub } from '../../library/hub/search-hub'
import { lookAt, sameAmong } from '../../library/import/look-at'
import type { LibrarySettings } from '../../library/library-settings'
import { ModelFits } from '../../library/model-fits'
import { LibraryFolders } from '../../library/scan/library-folders'
import type { ModelLibrary } from '../../library/scan/model-library'
import type { Store } from '../../store/store'
import type { AppStateHolder } from '../common/app-state'
import { LibraryScan } from './library-scan'
import type { PlanService } from './plan-service'
import { bytesOf, type FoundModel, RemoteModels } from './remote-models'

export interface DesktopFiles {
  readonly chooseModel: () => Promise<string | null>
  readonly chooseFolder: () => Promise<string | null>
  readonly reveal: (path: string) => void
  readonly moveToBin: (path: string) => Promise<void>
}

export class LibraryService {
  private readonly changes = new Changes()
  private readonly folders: LibraryFolders
  private readonly modelFits = new ModelFits()
  private readonly transfers: Transfers
  private readonly folderScan: LibraryScan
  private readonly remote: RemoteModels

  constructor(
    private readonly store: Store,
    private readonly library: ModelLibrary,
    private readonly settings: LibrarySettings,
    private readonly state: AppStateHolder,
    private readonly plan: PlanService,
    private readonly desktop: DesktopFiles | undefined,
  ) {
    this.folders = new LibraryFolders(store.database)
    this.folderScan = new LibraryScan(library, this.folders, state)
    this.remote = new RemoteModels(settings.network, (found) => this.downloadedId(found))
    this.transfers = new Transfers(new TransferStore(store.database), {
      network: settings.network,
      onArrived: (work) => this.arrived(work),
    })
    this.folderScan.changed.listen(() => this.changes.touch())
    this.transfers.changed.listen(() => this.changes.touch())
  }

  reader(everyMs: number, signal: AbortSignal | undefined): () => Promise<LibraryState> {
    return this.changes.reader(() => this.describe(), everyMs, signal)
  }

  private describe(): LibraryState {
    const counts = this.library.countsByFolder()
    return {
      network: this.settings.describe(),
      folders: this.folders.list().map((folder) => ({ ...folder, models: counts.get(folder.path) ?? 0 })),
      scan: this.folderScan.value,
      transfers: this.transfers.list(),
    }
  }

  /** Rejects only because of a bug. */
  scan(): Promise<void> {
    return this.folderScan.start()
  }

  async open(path: string): Promise<ModelFile> {
    return this.noted(await this.library.open(path))
  }

  /** Returns null if the user cancels. Throws `not-on-this-host`. */
  async openDialog(): Promise<ModelFile | null> {
    if (!this.desktop) throw coded('not-on-this-host', { action: 'file-dialog' })
    const path = await this.desktop.chooseModel()
    return path === null ? null : this.open(path)
  }

  forget(modelId: string): void {
    this.library.forget(modelId)
    this.state.changed('models')
  }

  /** Throws `folder-unusable`, `file-address-unusable`. */
  addFolder(path: string): void {
    this.folders.add(path)
    void this.scan()
  }

  /** Throws `not-on-this-host`, `folder-unusable`. */
  async addFolderDialog(): Promise<boolean> {
    if (!this.desktop) throw coded('not-on-this-host', { action: 'folder-dialog' })
    const path = await this.desktop.chooseFolder()
    if (path !== null) this.addFolder(path)
    return path !== null
  }

  setFolder(path: string, isOn: boolean): void {
    this.folders.write(path, isOn)
    if (isOn) return void this.scan()
    this.library.keepInFolder(path, new Set())
    this.state.changed('models')
    this.changes.touch()
  }

  /** Throws `model-not-found`, `not-on-this-host`. */
  async reveal(modelId: string): Promise<void> {
    const { path } = await this.library.get(modelId)
    if (!this.desktop) throw coded('not-on-this-host', { action: 'show-file' })
    this.desktop.reveal(path)
  }

  /** Throws `model-not-found`, `model-in-use`, `managed-elsewhere`, and file errors. */
  async removeFromDisk(modelId: string): Promise<void> {
    const file = await this.library.get(modelId)
    const { model } = this.state.value
    const isLoaded = (model.status === 'ready' || model.status === 'loading') && model.file.id === modelId
    const isDrafting = model.status === 'ready' && model.draft.status === 'ready' && model.draft.file.id === modelId
    if (isLoaded || isDrafting) throw coded('model-in-use', { name: file.name })
    await removeModel(file, this.desktop?.moveToBin)
    this.library.forget(modelId)
    this.state.changed('models')
    this.changes.touch()
  }

  async fits(modelIds: readonly string[]): Promise<ModelFit[]> {
    const machine = this.plan.machine('held')
    const found: ModelFit[] = []
    for (const id of modelIds) {
      const file = await this.library.get(id).catch(() => undefined)
      if (file) found.push(await this.modelFits.of(file, this.store.modelSettings.read(id).kv, machine))
    }
    return found
  }

  setOffline(isOffline: boolean): void {
    this.settings.setOffline(isOffline)
    if (isOffline)
      for (const { id, kind, status } of this.transfers.list()) if (kind === 'download' && status !== 'done') this.transfers.pause(id)
    this.changes.touch()
  }

  /** Throws `token-unusable`. */
  setToken(token: string | null): void {
    this.settings.setToken(token)
    this.changes.touch()
  }

  /** Throws the same errors as `RemoteModels.browse`. */
  browse(address: string, signal?: AbortSignal): Promise<RemoteListing> {
    return this.remote.browse(address, signal)
  }

  /** Throws `search-refused` and server errors. */
  search(words: string, signal?: AbortSignal): Promise<FoundRepository[]> {
    return searchHub(words, this.settings.network, signal)
  }

  private async downloadedId({ model, repository }: FoundModel): Promise<string | null> {
    const path = pathBelow(this.modelFolder, repository, model.parts[0]?.path ?? '')
    const file = path === undefined ? undefined : await this.library.get(modelIdOf(path)).catch(() => undefined)
    return file && !file.missing && file.sizeBytes === bytesOf(model) ? file.id : null
  }

  async download(url: string, signal?: AbortSignal): Promise<string> {
    const { model, repository } = await this.remote.get(url, signal)
    return this.transfers.add(await planDownload(model, repository, this.modelFolder, this.settings.network, signal))
  }

  pauseTransfer(id: string): void {
    this.transfers.pause(id)
  }
  resumeTransfer(id: string): void {
    this.transfers.resume(id)
  }
  cancelTransfer(id: string): Promise<void> {
    return this.transfers.cancel(id)
  }

  async lookAt(paths: readonly string[]): Promise<ImportCandidate[]> {
    return lookAt(
      paths.map((path) => typedPath(path)),
      await this.library.list(),
    )
  }

  /** Returns null if a transfer must copy or move the model first. */
  async take(typed: string, how: 'link' | 'copy' | 'move'): Promise<ModelFile | null> {
    const path = typedPath(typed)
    if (how === 'link') return this.open(path)
    const { sizeBytes, parts } = await checkModelFile(path)
    const same = await sameAmong({ path, sizeBytes, parts }, await this.library.list())
    const isImported = same !== undefined && dirname(same.path) === this.importFolder
    if (isImported && same.path === path) return same
    const there = isImported ? filesOf(same) : []
    const work: TransferWork['parts'] = []
    for (const [index, from] of filesOf({ path, parts }).entries()) {
      const { size } = await onDisk(from, () => stat(from))
      work.push({ from, path: there[index] ?? join(this.importFolder, basename(from)), sizeBytes: size, sha256: null, mark: null })
    }
    this.transfers.add({ id: randomUUID(), kind: how, name: basename(path), source: path, parts: work })
    return null
  }

  async reset(): Promise<void> {
    this.folderScan.stop()
    await this.transfers.close()
    for (const { id } of this.transfers.list()) await this.transfers.cancel(id)
    this.settings.setToken(null)
    this.remote.forget()
    this.folderScan.reset()
  }

  close(): void {
    this.folderScan.stop()
    void this.transfers.close()
  }

  private get modelFolder(): string {
    return join(this.store.folder, 'models')
  }

  private get importFolder(): string {
    return join(this.modelFolder, 'imported')
  }

  private async arrived({ kind, parts: [first] }: TransferWork): Promise<string> {
    const { id } = this.noted(await this.library.open(first?.path ?? '', kind === 'download' ? 'downloaded' : 'imported'))
    if (kind === 'move' && first && this.library.stamps().has(modelIdOf(first.from))) this.library.forget(modelIdOf(first.from))
    return id
  }

  private noted(file: ModelFile): ModelFile {
    this.state.changed('models')
    return file
  }
}
