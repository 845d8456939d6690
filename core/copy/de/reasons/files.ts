import type { FileTrouble, StoreTrouble, UploadTrouble } from '../../../contract/errors/file-reasons'
import { formatCount } from '../../../text/amounts'

export function fileTroubleText(trouble: FileTrouble): string {
  switch (trouble.kind) {
    case 'no-permission':
      return 'Sie dürfen die Datei nicht lesen.'
    case 'not-a-file':
      return 'Es ist keine Datei.'
    case 'system':
      return `Das System meldet: „${trouble.quoted}“.`
  }
}

export function storeTroubleText(trouble: StoreTrouble): string {
  switch (trouble.kind) {
    case 'read-only':
      return 'Der Datenträger ist schreibgeschützt.'
    case 'no-permission':
      return 'Dieses Benutzerkonto darf dort nicht schreiben.'
    case 'folder-not-created':
      return 'Der Ordner lässt sich nicht anlegen.'
    case 'folder-gone':
      return 'Der Ordner wurde entfernt oder ersetzt, während Headroom lief.'
    case 'system':
      return `Das System meldet: „${trouble.quoted}“.`
    case 'sqlite':
      return `SQLite meldet: „${trouble.quoted}“.`
  }
}

export function uploadTroubleText(trouble: UploadTrouble): string {
  switch (trouble.kind) {
    case 'name-not-gguf':
      return 'Der Name endet nicht auf .gguf.'
    case 'no-gguf-in-folder':
      return 'Dieser Ordner enthält keine .gguf-Datei.'
    case 'split-model':
      return `Die Datei ist einer von ${formatCount(trouble.parts)} Teilen eines Modells, und ein Browser lädt nur einzelne Dateien hoch.`
  }
}
