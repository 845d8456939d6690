import { formatBytes, formatCount } from '../../../text/amounts'
import type { recommended as english } from '../../en/models/recommended'

export const recommended: typeof english = {
  title: 'Ein Modell holen, das auf diesen Computer passt',
  note: 'Ein Klick lädt es von Hugging Face herunter, prüft es, lädt es und öffnet eine Unterhaltung. Danach läuft es ohne Internet.',
  best: 'Hier empfohlen',
  bestMeaning:
    'Das größte Modell dieser Liste für beliebige Aufgaben, das höchstens die Hälfte des freien Speichers braucht. So bleibt anderen Programmen die andere Hälfte.',
  showAll: (count) => `Alle ${formatCount(count)} Modelle zeigen`,
  showFewer: 'Weniger Modelle zeigen',
  license: (license) => `Lizenz: ${license}`,
  fits: ({ contextTokens, neededBytes, freeBytes }) =>
    `Läuft mit ${thousands(contextTokens)} Kontext, ${formatBytes(neededBytes)} von ${formatBytes(freeBytes)} freiem Speicher`,
  tooLarge: ({ neededBytes, freeBytes }) => `Passt nicht: braucht ${formatBytes(neededBytes)}, frei sind ${formatBytes(freeBytes)}`,
  fitMeaning:
    'Berechnet für den Speicher, der jetzt frei ist: die Gewichte des Modells, sein Cache in f16 und was llama.cpp zum Rechnen braucht. Der Kontext ist die Menge an Text, die das Modell im Kopf behalten kann, in Tokens (Wortstücken).',
  get: 'Holen',
  getNamed: (name) => `${name} holen`,
  load: 'Damit chatten',
  loadNamed: (name) => `Mit ${name} chatten`,
  resume: 'Fortsetzen',
  progress: (name) => `Download von ${name}`,
  stages: { waiting: 'Wartet …', running: 'Lädt herunter …', verifying: 'Prüft …', paused: 'Angehalten', failed: 'Abgebrochen' },
  done: (doneBytes, totalBytes) => `${formatBytes(doneBytes)} von ${formatBytes(totalBytes)}`,
  offline: (isForced) =>
    isForced
      ? 'Downloads sind ausgeschaltet: Headroom wurde mit HEADROOM_OFFLINE gestartet, einer Einstellung, die es vom Internet fernhält. Starten Sie es ohne sie, oder öffnen Sie eine Modelldatei (.gguf), die Sie schon haben.'
      : 'Downloads sind ausgeschaltet, weil Sie Headroom offline geschaltet haben. Gehen Sie online, oder öffnen Sie eine Modelldatei (.gguf), die Sie schon haben.',
  goOnline: 'Online gehen',
  orFile: 'Sie haben schon ein Modell?',
  goodAt: {
    'qwen3-0.6b': 'Sehr klein. Kurze Antworten, Zusammenfassungen und Versuche, auf jedem Computer.',
    'gemma-3-1b': 'Klein und schnell. Alltägliche Fragen und das Umschreiben von Texten.',
    'qwen3-1.7b': 'Klein und schnell. Kann vor der Antwort nachdenken und Tools verwenden.',
    'llama-3.2-3b': 'Gespräche und Zusammenfassungen, in acht Sprachen. Lange Texte.',
    'gemma-3-4b': 'Gute Texte in vielen Sprachen. Lange Texte.',
    'qwen3-4b': 'Ein gutes erstes Modell. Denkt vor der Antwort nach und kann Tools verwenden.',
    'qwen2.5-coder-7b': 'Schreibt und erklärt Code.',
    'qwen3-8b': 'Schwierigere Fragen, Code und Tools. Denkt vor der Antwort nach.',
    'gemma-3-12b': 'Sehr gute Texte in vielen Sprachen. Lange Texte.',
    'qwen3-14b': 'Schwierige Fragen, Code und Tools. Denkt vor der Antwort nach.',
    'gpt-oss-20b': 'Logisches Denken und Tools. Schnell für seine Größe: An jedem Token arbeitet nur ein Teil.',
    'qwen3-30b-a3b': 'Das stärkste dieser Liste und schnell für seine Größe: An jedem Token arbeitet nur ein Teil.',
  },
}

const thousands = (tokens: number): string => (tokens >= 1024 ? `${formatCount(Math.floor(tokens / 1024))}k` : formatCount(tokens))
