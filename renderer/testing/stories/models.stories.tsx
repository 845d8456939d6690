import { coded } from '../../../core/contract/errors/coded-error'
import { GetModel } from '../../models/download/get-model'
import { TransferList } from '../../models/download/transfer-list'
import { FolderList } from '../../models/folder-list'
import { type LibraryStoreState, libraryStore } from '../../models/library/library-store'
import { ModelList } from '../../models/library/model-list'
import { ModelsScreen } from '../../models/models-screen'
import { appState, endlessWord, library, machine, manyModels, modelFile, pocket, transfer } from '../facts'
import { openStream } from '../fake-host'
import { story } from '../story'

export default { title: 'Models' }

const app = appState()
const column = (list: React.ReactNode) => <div className="flex min-h-0 flex-1 flex-col overflow-y-auto p-4">{list}</div>
const having = (state: Partial<LibraryStoreState>) => () => libraryStore.setState(state)
const withTransfers = (...transfers: ReturnType<typeof transfer>[]) => having({ library: library({ transfers }) })

export const ScreenFull = story(() => <ModelsScreen />, { app, models: [pocket, modelFile()] })
export const ScreenError = story(() => <ModelsScreen />, {
  app,
  models: [pocket],
  before: having({ trouble: { code: 'file-unreadable', facts: { path: '/models', reason: { kind: 'no-permission' } } } }),
})
export const GetModelFull = story(() => column(<GetModel />), {
  app,
  models: [pocket],
  host: {
    plan: { machine: () => machine },
    library: {
      follow: () => openStream(library()),
      search: () => {
        throw coded('url-unreachable', { url: 'https://huggingface.co/api/models', reason: { kind: 'name-unknown' } })
      },
    },
  },
})
export const ListEmpty = story(() => column(<ModelList />), { app, models: [pocket] })
export const ListNothingFound = story(() => column(<ModelList />), {
  app,
  models: manyModels(3),
  before: () => libraryStore.setState(({ choice }) => ({ choice: { ...choice, text: 'no such model' } })),
})
export const ListFull = story(() => column(<ModelList />), { app, models: manyModels(4) })
export const ListPlain = story(() => column(<ModelList />), {
  app,
  models: [pocket, modelFile()],
  details: false,
  before: having({ fitting: { [pocket.id]: 2048, [modelFile().id]: 0 } }),
})
export const ListOverflowing = story(() => column(<ModelList />), {
  app,
  models: [modelFile({ id: 'long', name: endlessWord, path: `/models/${endlessWord}` }), ...manyModels(5000)],
})
export const FoldersLoading = story(() => column(<FolderList />), {
  before: having({ library: library({ scan: { isRunning: true, files: 120, refused: [] } }) }),
})
export const FoldersEmpty = story(() => column(<FolderList />), { before: having({ library: library({ folders: [] }) }) })
export const FoldersFull = story(() => column(<FolderList />), { before: having({ library: library() }) })
export const FoldersOverflowing = story(() => column(<FolderList />), {
  before: having({
    library: library({
      folders: Array.from({ length: 40 }, (_, at) => ({
        path: `/${endlessWord}/${at}`,
        origin: 'folder' as const,
        isOn: true,
        models: at,
      })),
    }),
  }),
})
export const TransfersFull = story(() => column(<TransferList />), { before: withTransfers(transfer()) })
export const TransfersError = story(() => column(<TransferList />), {
  before: withTransfers(transfer({ status: 'failed', failure: { code: 'disk-full', facts: { path: '/models' } } })),
})
export const TransfersOverflowing = story(() => column(<TransferList />), {
  before: withTransfers(...Array.from({ length: 12 }, (_, at) => transfer({ id: `${at}`, name: endlessWord }))),
})
