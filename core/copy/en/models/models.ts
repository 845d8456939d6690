import type { ModelOrigin } from '../../../contract/models/model-origins'
import { dropped, folders } from './folders'
import { get, network } from './get'
import { layers, list, menu, row } from './list'
import { recommended } from './recommended'
import { template } from './template'
import { transfers } from './transfers'

const origins: Readonly<Record<ModelOrigin, string>> = {
  embedded: 'Part of Headroom',
  opened: 'Opened',
  uploaded: 'Uploaded',
  imported: 'Imported',
  downloaded: 'Downloaded',
  folder: 'Folder',
  'lm-studio': 'LM Studio',
  ollama: 'Ollama',
  jan: 'Jan',
  'hugging-face': 'Hugging Face cache',
}

export const models = {
  title: 'Models',
  tabs: { label: 'Sections of the library', machine: 'On this machine', get: 'Get a model', folders: 'Folders', servers: 'Servers' },
  openFile: 'Open a file…',
  uploadFile: 'Upload a file…',
  file: 'Model file',
  path: { label: 'Model file path', placeholder: '/path/to/model.gguf', open: 'Open' },
  /** A page in a browser cannot read paths, so dropped files are copied. */
  dropHint: (isDesktop: boolean): string =>
    isDesktop
      ? 'Headroom reads files where they are. You can also drop .gguf files, or a folder of them, anywhere on this window.'
      : 'Headroom reads files where they are. You can also drop .gguf files, or a folder of them, anywhere on this window: Headroom copies them.',
  uploading: (name: string, percent: number): string => `Uploading ${name}: ${percent}%`,
  origins,

  list,
  row,
  layers,
  menu,
  template,
  get,
  network,
  recommended,
  transfers,
  folders,
  dropped,
}
