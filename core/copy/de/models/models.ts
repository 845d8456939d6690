import type { models as english } from '../../en/models/models'
import { dropped, folders } from './folders'
import { get, network } from './get'
import { layers, list, menu, row } from './list'
import { recommended } from './recommended'
import { template } from './template'
import { transfers } from './transfers'

export const models: typeof english = {
  title: 'Modelle',
  tabs: { label: 'Bereiche der Bibliothek', machine: 'Auf diesem Gerät', get: 'Modell holen', folders: 'Ordner', servers: 'Server' },
  openFile: 'Datei öffnen …',
  uploadFile: 'Datei hochladen …',
  file: 'Modelldatei',
  path: { label: 'Pfad einer Modelldatei', placeholder: '/pfad/zum/modell.gguf', open: 'Öffnen' },
  dropHint: (isDesktop) =>
    isDesktop
      ? 'Headroom liest Dateien dort, wo sie sind. Sie können auch .gguf-Dateien oder einen Ordner damit auf dieses Fenster ziehen.'
      : 'Headroom liest Dateien dort, wo sie sind. Sie können auch .gguf-Dateien oder einen Ordner damit auf dieses Fenster ziehen: Headroom kopiert sie.',
  uploading: (name, percent) => `${name} wird hochgeladen: ${percent} %`,
  origins: {
    embedded: 'Teil von Headroom',
    opened: 'Geöffnet',
    uploaded: 'Hochgeladen',
    imported: 'Importiert',
    downloaded: 'Heruntergeladen',
    folder: 'Ordner',
    'lm-studio': 'LM Studio',
    ollama: 'Ollama',
    jan: 'Jan',
    'hugging-face': 'Cache von Hugging Face',
  },

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
