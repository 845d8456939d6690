import { formatBytes, formatCount } from '../../../text/amounts'
import type { dropped as englishDropped, folders as englishFolders } from '../../en/models/folders'
import { counted } from '../../words/de'

export const folders: typeof englishFolders = {
  intro:
    'Headroom zeigt die Modelle in diesen Ordnern und lässt die Dateien, wo sie sind. Die Ordner von LM Studio, Ollama, Jan und den Cache von Hugging Face findet es selbst.',
  scan: 'Erneut suchen',
  addDialog: 'Ordner hinzufügen …',
  path: 'Pfad eines Ordners',
  placeholder: '/pfad/zu/modellen',
  add: 'Hinzufügen',
  none: 'Sie haben noch keinen Ordner hinzugefügt, und Headroom hat keine Ordner anderer Programme gefunden.',
  noneTodo: 'Fügen Sie den Ordner mit Ihren .gguf-Dateien hinzu. Headroom zeigt sie und lässt sie, wo sie sind.',
  models: (count) => counted(count, 'Modell', 'Modelle'),
  leave: (path) => `${path} aus der Liste entfernen`,
  read: (path) => `Modelle in ${path} zeigen`,
  report: 'Ergebnis der Suche',
  scanning: (files) => `Suche läuft: bisher ${counted(files, 'Datei', 'Dateien')} …`,
  scanned: (files) => `${counted(files, 'Datei', 'Dateien')} durchsucht.`,
  refused: (files) => (files === 1 ? '1 Datei ist nicht verwendbar' : `${formatCount(files)} Dateien sind nicht verwendbar`),
}

export const dropped: typeof englishDropped = {
  looking: 'Das Abgelegte wird gelesen …',
  title(models, fresh) {
    if (models === 0) return 'Darin ist kein Modell'
    if (fresh === 0) return 'Alle diese Modelle sind schon in der Liste'
    return fresh === 1 ? 'Wie soll Headroom dieses Modell hinzufügen?' : `Wie soll Headroom diese ${formatCount(fresh)} Modelle hinzufügen?`
  },
  text(fresh, freshBytes) {
    if (fresh === 0) return 'Es gibt nichts hinzuzufügen.'
    const [them, are] = fresh === 1 ? ['es', 'ist'] : ['sie', 'sind']
    return `Verwenden Sie ${them} dort, wo ${them} ${are}, oder bringen Sie ${them} in Headrooms eigenen Ordner; das braucht ${formatBytes(freshBytes)}.`
  },
  model: (sizeBytes, parts, isKnown) =>
    [
      formatBytes(sizeBytes),
      ...(parts > 1 ? [`${formatCount(parts)} Dateien`] : []),
      ...(isKnown ? ['schon in der Liste, mit demselben Inhalt'] : []),
    ].join(' · '),
  cancel: 'Abbrechen',
  close: 'Schließen',
  move: 'Verschieben',
  copy: 'Kopieren',
  link: 'An Ort und Stelle verwenden',
}
