import { formatBytes, formatCount } from '../../../text/amounts'
import type { preferences as english } from '../../en/preferences/preferences'
import { counted, languageName } from '../../words/de'
import { api } from './api'
import { updates } from './updates'

export const preferences: typeof english = {
  title: 'Optionen',
  note: 'Änderungen gelten sofort in allen Fenstern und bleiben auf diesem Gerät.',

  appearance: {
    title: 'Darstellung',
    system: 'System',
    language: 'Sprache',
    languages: { en: 'English', de: 'Deutsch' },
    theme: 'Farben',
    themes: { light: 'Hell', dark: 'Dunkel' },
    fontSize: 'Schriftgröße',
    fontSizeNote: 'Vergrößert das ganze Fenster.',
    density: 'Dichte',
    densityNote: 'Der Abstand zwischen Zeilen und Bedienelementen.',
    densities: { comfortable: 'Normal', compact: 'Kompakt' },
    numbers: 'Zahlenformat',
    languageName,
    numbersNote: 'Für alle Werte und für eingegebene Zahlen.',
    motion: 'Wünscht das System weniger Bewegung, gibt es keine Animationen.',
  },

  conversations: {
    title: 'Unterhaltungen',
    start: 'Beim Start von Headroom',
    startNote: 'Die letzte Unterhaltung steht in der Liste ganz oben.',
    starts: { new: 'Eine neue Unterhaltung', last: 'Die letzte Unterhaltung' },
    titles: 'Titel',
    titlesNote: 'Das Modell schreibt den Titel einer Unterhaltung nach der ersten Antwort',
  },

  backends: {
    title: 'Grafikkarte',
    automatic: (backend) => `Automatisch gewählt: ${backend}`,
    probing: 'Wird geprüft …',
    other: 'In den Einstellungen jedes Modells lässt sich ein anderes Backend wählen.',
    probeAgain: 'Erneut prüfen',
    list: 'Backends',
    footnote:
      'Headroom prüft jedes Backend einmal pro Start in einem eigenen Prozess. So richtet ein Treiber, der abstürzt, keinen Schaden an.',
    states: { fails: 'nicht verwendbar', works: 'funktioniert', probing: 'wird geprüft …', unknown: 'noch nicht geprüft' },
    isAutomatic: 'automatisch',
    inUse: 'in Gebrauch',
    loadedOn: (backend) => `Das geladene Modell verwendet ${backend}`,
    loadOn: (backend) => `Mit ${backend} neu laden`,
  },

  sessions: {
    title: 'Gesicherte Caches',
    copyLimit: 'Obergrenze im Arbeitsspeicher',
    copyLimitNote:
      'Wenn Sie zu einer anderen Unterhaltung wechseln, kann Headroom eine Kopie dessen behalten, was das Modell in dieser gelesen hat. Kehren Sie zurück, geht es in Millisekunden weiter, ohne dass das Modell alles noch einmal liest. Die Kopien belegen Arbeitsspeicher und gehen verloren, wenn das Modell entladen wird.',
    copyLimitLabel: 'Obergrenze für Kopien im Arbeitsspeicher',
    copyLimitOption: (gibibytes) => (gibibytes === 0 ? 'Keine Kopien behalten' : `${formatCount(gibibytes)} GiB`),
    limit: 'Obergrenze auf dem Datenträger',
    limitNote:
      'Headroom sichert den Cache einer Unterhaltung, also das, was das Modell in ihr gelesen hat, wenn eine andere seinen Platz einnimmt und beim Beenden. Die Unterhaltung geht später weiter, ohne noch einmal gelesen zu werden. Wenn der Platz nicht reicht, werden zuerst die Caches entfernt, die für ihre Größe und Nutzung am wenigsten Zeit sparen.',
    limitLabel: 'Obergrenze für gesicherte Caches',
    limitOption: (gibibytes) => (gibibytes === 0 ? 'Keine Caches sichern' : `${formatCount(gibibytes)} GiB`),
    inUse: 'Belegt',
    inUseNote:
      'Gesicherte Caches auf dem Datenträger. Unterhaltungen, die Headroom nicht aufbewahrt, haben weder gesicherte Caches noch Kopien im Arbeitsspeicher.',
    usage({ bytes, sessions, setAside }) {
      const damaged = setAside === 0 ? '' : ` · ${formatCount(setAside)} beschädigt und beiseitegelegt`
      return `${formatBytes(bytes)} · ${counted(sessions, 'Cache', 'Caches')}${damaged}`
    },
    removeAll: 'Alle entfernen',
    removeTitle: 'Alle gesicherten Caches entfernen?',
    removeText: 'Es gehen keine Nachrichten verloren. Jede Unterhaltung verarbeitet ihren Prompt erneut, wenn sie weitergeht.',
    removeNo: 'Behalten',
    removeYes: 'Alle entfernen',
  },

  data: {
    title: 'Ihre Daten',
    folder: 'Ordner',
    folderNote: 'Alle Daten liegen in diesem Ordner und nirgendwo sonst.',
    openFolder: 'Ordner öffnen',
    conversations: 'Unterhaltungen und Einstellungen',
    usage({ databaseBytes, conversations, binned, compareRuns }) {
      const deleted = binned === 0 ? '' : ` und ${formatCount(binned)} kürzlich gelöscht`
      return `${formatBytes(databaseBytes)} · ${counted(conversations, 'Unterhaltung', 'Unterhaltungen')}${deleted} · ${counted(compareRuns, 'Benchmark', 'Benchmarks')}`
    },
    models: 'Modelle in diesem Ordner',
    modelsNote:
      'Heruntergeladen, importiert oder in einem Browserfenster abgelegt. Andere Modelle werden dort gelesen, wo sie gespeichert sind.',
    files: (bytes, files) => `${formatBytes(bytes)} · ${counted(files, 'Datei', 'Dateien')}`,
    free: 'Frei auf diesem Datenträger',
  },

  deletion: {
    title: 'Alles löschen',
    note: 'Unterhaltungen, gesicherte Caches, Benchmarks, Einstellungen, Optionen, das Zugriffstoken, die Schlüssel und Anfragen des API-Servers, die Liste der Modelle und die Modelle in diesem Ordner. Das lässt sich nicht rückgängig machen.',
    open: 'Alles löschen …',
    words: 'alles löschen',
    typeWords: (words) =>
      `Geben Sie zur Bestätigung „${words}“ ein. Heruntergeladene und importierte Modelle werden mit gelöscht, Modelle außerhalb dieses Ordners nicht.`,
    no: 'Alles behalten',
    yes: 'Jetzt alles löschen',
  },

  updates,
  api,

  shortcuts: {
    title: 'Tastenkürzel',
    note: 'Esc stoppt eine Antwort oder schließt, was offen ist.',
    sendKey: 'Nachrichten senden mit',
    newLine: (keys) => `${keys} beginnt eine neue Zeile.`,
    none: 'keines',
    change: (command, keys) => `${command}: ${keys}, ändern`,
    press: 'Tasten drücken …',
    hint: 'Die Rücktaste entfernt das Tastenkürzel, Esc behält es.',
    reset: 'Zurücksetzen',
    resetAll: 'Alle Tastenkürzel zurücksetzen',
  },
}
