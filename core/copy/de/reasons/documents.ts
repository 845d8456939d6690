import type { DocumentProblem } from '../../../contract/errors/document-reasons'
import type { ErrorFacts } from '../../../contract/errors/errors'
import { formatBytes, formatCount } from '../../../text/amounts'
import { say } from '../../types/sentence'
import { counted } from '../../words/de'
import { processEndText } from './process-ends'

const formats = { pdf: 'PDF', docx: 'Word (DOCX)', html: 'HTML' } as const
const choose = 'Wählen Sie eine andere Datei.'

export function imagesRefused(model: string, reason: ErrorFacts<'images-refused'>['reason']) {
  switch (reason.kind) {
    case 'local-model':
      return say(
        `${model} läuft auf diesem Rechner, wo Modelle keine Bilder lesen können. Die Nachricht oder eine frühere dieser Unterhaltung hat ein Bild.`,
        'Verbinden Sie sich mit einem Server, dessen Modell Bilder liest (unter „Modelle“), entfernen Sie das Bild, oder beginnen Sie eine neue Unterhaltung.',
      )
    case 'server-model':
      return say(
        `Der Server meldet, dass ${model} keine Bilder liest. Die Nachricht oder eine frühere dieser Unterhaltung hat ein Bild.`,
        'Wählen Sie ein anderes Modell des Servers, entfernen Sie das Bild, oder beginnen Sie eine neue Unterhaltung.',
      )
    case 'missing':
      return say(
        'Ein Bild dieser Unterhaltung ist verloren, wahrscheinlich weil die Datenbank beschädigt war.',
        'Beginnen Sie eine neue Unterhaltung, und hängen Sie das Bild erneut an.',
      )
    case 'too-large':
      return say(
        `Die Bilder dieser Unterhaltung haben ${formatBytes(reason.sizeBytes)}; ein Prompt kann höchstens ${formatBytes(reason.limitBytes)} haben.`,
        'Entfernen Sie ein Bild, oder beginnen Sie eine neue Unterhaltung.',
      )
  }
}

export function documentRefused(name: string, reason: DocumentProblem) {
  switch (reason.kind) {
    case 'empty':
      return say(`${name} ist leer (0 Byte).`, choose)
    case 'model':
      return say(
        `${name} ist eine Modelldatei (GGUF), kein Dokument. Falls es ein Projektor (mmproj) ist, kann Headroom ihn nicht verwenden: Nur Modelle auf Servern können Bilder lesen.`,
        'Um ein Modell zu öffnen, legen Sie es im Fenster ab, oder wählen Sie es unter „Modelle“.',
      )
    case 'encrypted':
      return say(`${name} ist mit einem Passwort geschützt.`, 'Speichern Sie eine Kopie ohne Passwort, und hängen Sie die Kopie an.')
    case 'binary':
      return say(`${name} ist kein Text. Headroom liest Text, Code, HTML, PDF und Word (DOCX).`, choose)
    case 'not-utf8':
      return say(
        `${name} ist Text in einer anderen Kodierung als UTF-8 und UTF-16.`,
        'Speichern Sie die Datei als UTF-8, und hängen Sie sie erneut an.',
      )
    case 'picture':
      return say(
        `${name} ist ein Bild, das Headroom hier nicht anhängen kann.`,
        'Hängen Sie es als PNG, JPEG oder WebP an: im Fenster oder mit chat --image.',
      )
    case 'heic':
      return say(`${name} ist ein HEIC-Bild, das Headroom nicht lesen kann.`, 'Speichern Sie es als JPEG, und hängen Sie diese Datei an.')
    case 'not-image':
      return say(
        `${name} ist kein Bild in PNG, JPEG oder WebP.`,
        'Speichern Sie es als PNG oder JPEG; für ein Dokument nehmen Sie --document.',
      )
    case 'image-damaged':
      return say(
        `${name} ist ein beschädigtes oder unvollständiges Bild.`,
        'Öffnen Sie es in einem anderen Programm, speichern Sie es als PNG oder JPEG, und hängen Sie es erneut an.',
      )
    case 'image-too-large':
      return say(
        `${name} ist größer als ${formatBytes(reason.limitBytes)}, das Limit für ein Bild.`,
        'Verkleinern Sie es, oder speichern Sie es als JPEG, und hängen Sie es erneut an.',
      )
    case 'rich-text':
      return say(
        `${name} ist eine RTF-Datei, die Headroom nicht lesen kann.`,
        'Speichern Sie den Text als DOCX, PDF oder reinen Text, und hängen Sie diese Datei an.',
      )
    case 'old-office':
      return say(
        `${name} hat ein altes Office-Format oder ist mit einem Passwort geschützt. Headroom kann die Datei nicht lesen.`,
        'Speichern Sie sie ohne Passwort als DOCX oder PDF, und hängen Sie diese Datei an.',
      )
    case 'other-archive':
      return say(
        `${name} ist ein ZIP-Archiv, aber kein Word-Dokument (DOCX).`,
        'Entpacken Sie es, oder exportieren Sie es als PDF, und hängen Sie den Text an.',
      )
    case 'spreadsheet':
      return say(
        `Headroom kann Excel-Dateien und andere Tabellen wie ${name} noch nicht lesen.`,
        'Speichern Sie sie in Excel als CSV oder PDF, und hängen Sie diese Datei an.',
      )
    case 'presentation':
      return say(
        `Headroom kann Präsentationen wie ${name} noch nicht lesen.`,
        'Speichern Sie sie in PowerPoint als PDF, und hängen Sie diese Datei an.',
      )
    case 'too-many':
      return say(
        `${name} wurde nicht angehängt. Eine Nachricht kann höchstens ${formatCount(reason.limit)} Dokumente haben.`,
        'Entfernen Sie ein Dokument, oder senden Sie zuerst die Nachricht.',
      )
    case 'too-large':
      return say(
        `${name} ist größer als ${formatBytes(reason.limitBytes)}, die Grenze für ein Dokument.`,
        'Teilen Sie die Datei, und hängen Sie den Teil an, den Sie brauchen.',
      )
    case 'unpacks-too-large':
      return say(`${name} ist entpackt größer als ${formatBytes(reason.limitBytes)} und wurde deshalb nicht gelesen.`, choose)
    case 'too-much-text':
      return say(
        `${name} hat ${formatCount(reason.characters)} Zeichen Text; die Grenze ist ${formatCount(reason.limitCharacters)}.`,
        'Teilen Sie die Datei, und hängen Sie den Teil an, den Sie brauchen.',
      )
    case 'not-this-format':
      return say(
        `${name} ist trotz des Namens keine Datei im Format ${formats[reason.format]}.`,
        'Öffnen Sie die Datei in dem Programm, mit dem sie geschrieben wurde, und speichern Sie sie neu.',
      )
    case 'damaged':
      return say(
        `${name} ist beschädigt oder unvollständig. Beim Lesen als ${formats[reason.format]} wird gemeldet: „${reason.quoted}“.`,
        'Besorgen Sie die Datei erneut, oder öffnen Sie sie in einem anderen Programm, und speichern Sie sie neu.',
      )
    case 'no-text':
      return reason.pages === null
        ? say(`${name} enthält keinen Text.`, choose)
        : say(
            `${name} hat ${counted(reason.pages, 'Seite', 'Seiten')} ohne Text, vermutlich ${reason.pages === 1 ? 'einen Scan' : 'Scans'}. Headroom kann Scans nicht lesen.`,
            'Verwenden Sie zuerst ein Programm für Texterkennung (OCR), und hängen Sie dessen Ergebnis an.',
          )
    case 'no-such-pages':
      return say(
        `Die Liste der Seiten passt nicht zu ${name} (${counted(reason.pages, 'Seite', 'Seiten')}).`,
        'Schreiben Sie eine Liste wie „1-3, 7“, oder lassen Sie das Feld für alle Seiten leer.',
      )
    case 'timeout':
      return say(
        `Das Lesen von ${name} dauerte länger als ${formatCount(reason.seconds)} s und wurde abgebrochen.`,
        'Teilen Sie die Datei, oder speichern Sie sie in einem einfacheren Format.',
      )
    case 'memory':
      return say(
        `Das Lesen von ${name} brauchte mehr als ${formatCount(reason.mebibytes)} MiB Speicher und wurde abgebrochen.`,
        'Teilen Sie die Datei, oder speichern Sie sie in einem einfacheren Format.',
      )
    case 'process-ended':
      return say(
        `Der Prozess, der ${name} gelesen hat, wurde beendet. ${processEndText(reason.end)}`,
        'Speichern Sie die Datei in einem einfacheren Format, etwa als reinen Text.',
      )
  }
}
