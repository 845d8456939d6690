import type { ImportFlaw } from '../../../contract/errors/file-reasons'
import { formatCount } from '../../../text/amounts'
import type { imports as english } from '../../en/chat/imports'
import { counted, listed } from '../../words/de'

const conversations = (count: number): string => counted(count, 'Unterhaltung', 'Unterhaltungen')

const flaws: Readonly<Record<ImportFlaw, string>> = {
  'not-json': 'ist beschädigt',
  'unknown-format': 'hat ein unbekanntes Format',
  'no-messages': 'hat keine Nachrichten',
  'too-large': 'ist zu groß',
}

export const imports: typeof english = {
  button: 'Unterhaltungen importieren …',
  file: 'Zu importierende Unterhaltungen',
  hint: 'Von Headroom, llama-server, LM Studio, Open WebUI oder ChatGPT (.json, .jsonl)',
  drop: 'Ablegen, um Unterhaltungen zu importieren',
  reading: (percent) => `Import läuft: ${percent} %`,

  title: 'Import abgeschlossen',
  close: 'Schließen',
  imported: (count) => `${conversations(count)} importiert.`,
  existing: (count) => `${conversations(count)} übersprungen, weil sie schon importiert ${count === 1 ? 'wurde' : 'wurden'}.`,
  broken: (count) => `${conversations(count)} nicht lesbar:`,
  refused: (files) => `${counted(files, 'Datei', 'Dateien')} nicht importiert:`,
  cutOff: (file) => `${file} endet mitten in einer Unterhaltung. Exportieren Sie die Datei noch einmal, wenn etwas fehlt.`,
  incomplete: (count) => `${conversations(count)} nicht vollständig importiert:`,
  more: (count) => `und ${formatCount(count)} weitere`,
  brokenOne: (title, entry, flaw, file) =>
    `${title === null ? `Eintrag ${formatCount(entry)}` : `„${title}“`}${file === null ? '' : ` in ${file}`} ${flaws[flaw]}.`,
  leftOut: ({ images, documents, media, systemMessages, unreadableMessages }) => {
    const parts = [
      [images, counted(images, 'Bild', 'Bilder')],
      [documents, counted(documents, 'Dokument', 'Dokumente')],
      [media, counted(media, 'Audio- oder Videodatei', 'Audio- und Videodateien')],
      [systemMessages, counted(systemMessages, 'weitere Systemnachricht', 'weitere Systemnachrichten')],
      [unreadableMessages, counted(unreadableMessages, 'unlesbare Nachricht', 'unlesbare Nachrichten')],
    ] as const
    return `Weggelassen: ${listed(parts.filter(([count]) => count > 0).map(([, text]) => text))}.`
  },
}
