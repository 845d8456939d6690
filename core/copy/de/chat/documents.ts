import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import type { documents as english } from '../../en/chat/documents'
import { say } from '../../types/sentence'
import { counted, tokens } from '../../words/de'

export const documents: typeof english = {
  attach: 'Dokumente oder Bilder anhängen',
  attachMeaning:
    'Text, Code, HTML, PDF oder Word (DOCX); PNG-, JPEG- oder WebP-Bilder für einen Server, dessen Modell sie liest. Sie können Dateien auch einfügen oder im Fenster ablegen.',
  list: 'Angehängte Dokumente und Bilder',
  reading: (name) => `${name} wird gelesen …`,
  remove: (name) => `${name} entfernen`,
  counting: 'Tokens werden gezählt …',
  plainCounting: 'wird gemessen …',
  pages: (chosen, of) => (chosen === of ? counted(of, 'Seite', 'Seiten') : `${formatCount(chosen)} von ${counted(of, 'Seite', 'Seiten')}`),
  cost: (count, bytes) => (bytes === null ? tokens(count) : `${tokens(count)} · ${formatBytes(bytes)} Cache`),
  length: (characters) => counted(characters, 'Zeichen', 'Zeichen'),
  share: (share) =>
    share > 1 ? 'mehr, als ins Gedächtnis passt' : `${share < 0.01 ? 'unter 1 %' : formatPercent(share)} des Gedächtnisses`,
  shareMeaning: 'So viel vom Gedächtnis dieser Unterhaltung belegt das Dokument. Der Platz bleibt in allen weiteren Nachrichten belegt.',
  costMeaning: 'Jedes Token eines Dokuments belegt eine Zelle des Caches, in jedem späteren Turn der Unterhaltung.',
  background: { processing: 'wird verarbeitet', ready: 'im Cache' },
  backgroundMeaning: 'Das Modell verarbeitet das Dokument, während Sie schreiben. Die erste Antwort muss dann nicht darauf warten.',
  pagesLabel: (name) => `Seiten von ${name}`,
  allPages: 'alle Seiten',
  pagesHint: 'Zum Beispiel 1-3, 7. Leer bedeutet alle Seiten.',
  wrongPages: (pages) => `Schreiben Sie Seiten von 1 bis ${formatCount(pages)}, zum Beispiel 1-3, 7.`,
  pagesWithoutText: (pages, count) =>
    count === 1
      ? `Seite ${pages} hat keinen Text und ist vermutlich gescannt.`
      : `Die Seiten ${pages} haben keinen Text und sind vermutlich gescannt.`,
  sentPages: (pages, count, of) =>
    count === of ? counted(of, 'Seite', 'Seiten') : `${count === 1 ? 'Seite' : 'Seiten'} ${pages} von ${formatCount(of)}`,

  image: ({ width, height }) => `${formatCount(width)} × ${formatCount(height)} Pixel`,
  named: (name) => `Dokument ${name}`,
  imageNamed: (name) => `Bild ${name}`,
  imageNotes: {
    local: 'Modelle auf diesem Rechner können keine Bilder lesen. Verbinden Sie sich mit einem Server, dessen Modell sie liest.',
    server: 'Der Server meldet, dass sein Modell keine Bilder liest.',
    unknown: 'Der Server sagt nicht, ob sein Modell Bilder liest.',
  },

  tooLong: {
    sentence: (neededTokens, leftTokens, contextTokens) =>
      say(
        `Diese Nachricht braucht ${tokens(neededTokens)}; ${formatCount(leftTokens)} passen in den Kontext von ${formatCount(contextTokens)}. Headroom kürzt Nachrichten nie.`,
        'Wählen Sie weniger Seiten, entfernen Sie ein Dokument, oder vergrößern Sie den Kontext.',
      ),
    choosePages: 'Seiten wählen',
    noRoom: 'Ein größerer Kontext passt nicht in den Speicher dieses Geräts.',
    beyondTraining: (trainedTokens) =>
      `Dieses Modell wurde für höchstens ${tokens(trainedTokens)} trainiert. Ein Modell mit längerem Kontext kann mehr lesen.`,
    plainBeyondTraining: 'Manche größeren Modelle können mehr auf einmal lesen.',
    findModel: 'Größeres Modell suchen',
  },
}
