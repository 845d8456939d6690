import { formatBytes, formatCount } from '../../../text/amounts'
import { counted } from '../../words/en'

export const folders = {
  intro:
    'Headroom lists the models in these folders and leaves the files where they are. It finds the folders of LM Studio, Ollama, Jan and the Hugging Face cache automatically.',
  scan: 'Scan again',
  addDialog: 'Add a folder…',
  path: 'Folder path',
  placeholder: '/path/to/models',
  add: 'Add',
  none: 'You have not added a folder yet, and Headroom found no model folders of other programs.',
  noneTodo: 'Add the folder with your .gguf files. Headroom lists them and leaves them where they are.',
  models: (count: number): string => counted(count, 'model', 'models'),
  leave: (path: string): string => `Remove ${path} from the list`,
  read: (path: string): string => `List the models in ${path}`,
  report: 'Result of the scan',
  scanning: (files: number): string => `Scanning: ${counted(files, 'file', 'files')} so far…`,
  scanned: (files: number): string => `${counted(files, 'file', 'files')} scanned.`,
  refused: (files: number): string => (files === 1 ? '1 file cannot be used' : `${formatCount(files)} files cannot be used`),
}

export const dropped = {
  looking: 'Reading what you dropped…',
  /** `fresh` models are not in the list yet. */
  title(models: number, fresh: number): string {
    if (models === 0) return 'You dropped no models'
    if (fresh === 0) return 'All of these models are already in the list'
    return fresh === 1 ? 'How should Headroom add this model?' : `How should Headroom add these ${formatCount(fresh)} models?`
  },
  text(fresh: number, freshBytes: number): string {
    if (fresh === 0) return 'There is nothing to add.'
    const [are, them] = fresh === 1 ? ['it is', 'it'] : ['they are', 'them']
    return `Use ${them} where ${are}, or bring ${them} into Headroom’s own folder (${formatBytes(freshBytes)}).`
  },
  model: (sizeBytes: number, parts: number, isKnown: boolean): string =>
    [
      formatBytes(sizeBytes),
      ...(parts > 1 ? [`${formatCount(parts)} files`] : []),
      ...(isKnown ? ['already in the list, with the same content'] : []),
    ].join(' · '),
  cancel: 'Cancel',
  close: 'Close',
  move: 'Move',
  copy: 'Copy',
  link: 'Use in place',
}
