import { formatBytes, formatCount } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { recommended as english } from '../../en/models/recommended'
import { counted, duration, tokens } from '../../words/de'

export const recommended: typeof english = {
  title: 'Ein Modell holen, das auf diesen Computer passt',
  note: 'Ein Klick lädt es von Hugging Face herunter, einer öffentlichen Sammlung von Modellen, und öffnet eine Unterhaltung. Danach läuft es ohne Internet.',
  best: 'Empfohlen',
  bestMeaning:
    'Das größte Modell dieser Liste für beliebige Aufgaben, das höchstens ein Drittel des Speichers dieses Computers braucht. So bleibt anderen Programmen der Rest. Auf einem Computer mit wenigen Prozessorkernen und ohne Grafikkarte ist seine Datei höchstens 3 GiB groß, weil ein größeres Modell dort langsam schreibt.',
  showAll: (count) => `Alle ${formatCount(count)} Modelle zeigen`,
  showFewer: 'Weniger Modelle zeigen',
  nameMeaning: (parameters) =>
    `Der Name des Modells. B steht für Milliarden (englisch billion): Dieses Modell hat ${formatShort(parameters / 1e9, 1)} Milliarden Zahlen gelernt. Mehr Zahlen geben bessere Antworten, aber einen größeren Download und langsameres Schreiben.`,
  size(bytes, disk) {
    const download = `Download: ${formatBytes(bytes)}`
    if (!disk) return download
    return `${download}; auf Ihrem Datenträger ${disk.hasRoom ? 'ist Platz dafür' : `sind nur ${formatBytes(disk.freeBytes)} frei`}`
  },
  sizeMeaning: (license, freeBytes) =>
    `Die Größe der Datei, die einmal heruntergeladen wird und dann auf Ihrem Datenträger bleibt${freeBytes === undefined ? '' : `, auf dem jetzt ${formatBytes(freeBytes)} frei sind`}. Ihre Lizenz ist ${license}; die Bedingungen stehen auf der Seite des Modells bei Hugging Face.`,
  fits: ({ contextTokens, neededBytes, freeBytes }, details) =>
    `Passt: braucht ${formatBytes(neededBytes)}${details ? ` mit ${tokens(contextTokens)} Kontext` : ' Speicher'}, frei sind ${formatBytes(freeBytes)}`,
  shortNow: ({ neededBytes, freeBytes }) =>
    `Braucht ${formatBytes(neededBytes)}, frei sind jetzt ${formatBytes(freeBytes)}: schließen Sie vorher andere Programme`,
  tooLarge: ({ neededBytes, freeBytes }) => `Passt nicht: braucht ${formatBytes(neededBytes)}, frei sind ${formatBytes(freeBytes)}`,
  fitMeaning: ({ contextTokens }) =>
    `Berechnet für den Speicher, der jetzt frei ist: die Gewichte des Modells, sein Cache in f16 und was llama.cpp zum Rechnen braucht.${contextTokens > 0 ? ` Es kann dann ${tokens(contextTokens)} Text im Kopf behalten (seinen Kontext). Ein Token ist ein kurzes Wort oder ein Stück eines längeren.` : ''}`,
  speed: (wordsPerSecond) =>
    wordsPerSecond === 0
      ? 'Schreibt hier weniger als 1 Wort pro Sekunde'
      : `Schreibt hier etwa ${counted(wordsPerSecond, 'Wort', 'Wörter')} pro Sekunde`,
  speedMeaning:
    'Geschätzt aus der gemessenen Geschwindigkeit des Arbeitsspeichers, denn für jedes Wortstück liest das Modell fast seine ganze Datei. Tatsächlich kann es ein Drittel langsamer oder schneller sein. Angenommen sind drei Viertel eines Wortes je Token, wie im Englischen; andere Sprachen brauchen mehr Tokens.',
  measure: 'Schätzen, wie schnell diese Modelle hier schreiben',
  measureMeaning: 'Misst, wie schnell der Arbeitsspeicher dieses Computers ist. Das dauert einige Sekunden und braucht kein Internet.',
  measuring: 'Misst …',
  get: 'Holen',
  getNamed: (name) => `${name} holen`,
  load: 'Damit chatten',
  loadNamed: (name) => `Mit ${name} chatten`,
  resume: 'Fortsetzen',
  tryAgain: 'Erneut versuchen',
  tryAgainNamed: (name) => `Erneut versuchen, ${name} zu holen`,
  progress: (name) => `Download von ${name}`,
  stages: { waiting: 'Wartet …', running: 'Lädt herunter …', verifying: 'Prüft …', paused: 'Angehalten', failed: 'Abgebrochen' },
  done: (doneBytes, totalBytes, secondsLeft) =>
    `${formatBytes(doneBytes)} von ${formatBytes(totalBytes)}${secondsLeft === null ? '' : `, noch ${duration(secondsLeft)}`}`,
  offline: (isForced) =>
    isForced
      ? 'Downloads sind ausgeschaltet: Headroom wurde mit HEADROOM_OFFLINE gestartet, einer Einstellung, die es vom Internet fernhält. Starten Sie es ohne sie, oder öffnen Sie eine Modelldatei (.gguf), die Sie schon haben.'
      : 'Downloads sind ausgeschaltet, weil Sie Headroom offline geschaltet haben. Gehen Sie online, oder öffnen Sie eine Modelldatei (.gguf), die Sie schon haben.',
  goOnline: 'Online gehen',
  orFile: 'Sie haben schon ein Modell?',
  goodAt: {
    'qwen3-0.6b': 'Sehr klein. Kurze Antworten, Zusammenfassungen und Versuche, auf jedem Computer.',
    'gemma-3-1b': 'Klein und schnell. Alltägliche Fragen und das Umschreiben von Texten.',
    'qwen3-1.7b': 'Klein und schnell. Kann vor der Antwort nachdenken.',
    'llama-3.2-3b': 'Gespräche und Zusammenfassungen, in acht Sprachen. Lange Texte.',
    'gemma-3-4b': 'Gute Texte in vielen Sprachen. Lange Texte.',
    'qwen3-4b': 'Ein gutes erstes Modell. Alltägliche Fragen und Texte; denkt vor der Antwort nach.',
    'qwen2.5-coder-7b': 'Schreibt und erklärt Code.',
    'qwen3-8b': 'Schwierige Fragen, Code und Tools. Denkt vor der Antwort nach.',
    'gemma-3-12b': 'Sehr gute Texte in vielen Sprachen. Lange Texte.',
    'qwen3-14b': 'Schwierigere Fragen, Code und Tools. Denkt vor der Antwort nach.',
    'gpt-oss-20b': 'Schwierige Fragen, die Nachdenken brauchen, und Tools. Schnell für seine Größe.',
    'qwen3-30b-a3b': 'Das stärkste dieser Liste und schnell für seine Größe.',
  },
}
