import type { FileTrouble, StoreTrouble, UploadTrouble } from '../../../contract/errors/file-reasons'
import { formatCount } from '../../../text/amounts'

export function fileTroubleText(trouble: FileTrouble): string {
  switch (trouble.kind) {
    case 'no-permission':
      return 'You do not have permission to read it.'
    case 'not-a-file':
      return 'It is not a file.'
    case 'system':
      return `The system reports: “${trouble.quoted}”.`
  }
}

export function storeTroubleText(trouble: StoreTrouble): string {
  switch (trouble.kind) {
    case 'read-only':
      return 'The disk is read-only.'
    case 'no-permission':
      return 'This account does not have permission to write there.'
    case 'folder-not-created':
      return 'The folder cannot be created.'
    case 'folder-gone':
      return 'The folder was removed or replaced while Headroom was running.'
    case 'system':
      return `The system reports: “${trouble.quoted}”.`
    case 'sqlite':
      return `SQLite reports: “${trouble.quoted}”.`
  }
}

export function uploadTroubleText(trouble: UploadTrouble): string {
  switch (trouble.kind) {
    case 'name-not-gguf':
      return 'Its name does not end in .gguf.'
    case 'no-gguf-in-folder':
      return 'This folder contains no .gguf file.'
    case 'split-model':
      return `It is one of the ${formatCount(trouble.parts)} parts of a split model, and a browser uploads only single files.`
  }
}
