import { formatCount, formatPercent } from '../../../text/amounts'
import { formatNumber } from '../../../text/number-language'
import type { charts as english } from '../../en/compare/charts'

interface Row {
  readonly name: string
  readonly text: string
}

const label = (what: string, rows: readonly Row[]): string => `${what}: ${rows.map(({ name, text }) => `${name} ${text}`).join(', ')}`

export const charts: typeof english = {
  found: (found, trials) => `${formatCount(found)} von ${formatCount(trials)}`,

  memory: {
    title: 'Speicher des Caches',
    meaning: 'Bytes, die llama.cpp für alle Caches eines Kontexts belegt hat. Die gestrichelte Linie ist die geplante Größe.',
    note: (cells) =>
      `Belegte Bytes${cells === null ? '' : ` bei ${formatCount(cells)} Zellen`}. Exakt, daher ohne Fehlerbalken. Gestrichelt: geplant.`,
    label: (rows) => label('Speicher des Caches', rows),
  },

  gaps: {
    title: 'Abstände zwischen Tokens',
    meaning: 'Inter-Token-Latenz: wie gleichmäßig die Tokens kommen. Ein langer rechter Arm ist ein Stocken, das beim Lesen auffällt.',
    note: 'ITL in ms. Punkt: Die Hälfte der Abstände ist kürzer. Balken: die mittleren 80 %. Arme: die mittleren 98 %.',
    label: (rows) => label('Abstände zwischen Tokens, Median', rows),
  },

  speed: {
    decode: {
      title: 'Decode',
      byDepth: 'Decode nach Tiefe',
      meaning: 'Erzeugte Tokens pro Sekunde, je nach Zahl der Tokens im Cache: Jedes neue Token greift auf alle davon zu.',
    },
    prefill: {
      title: 'Prefill',
      byDepth: 'Prefill nach Tiefe',
      meaning: 'Verarbeitete Prompt-Tokens pro Sekunde, je nach Zahl der Tokens im Cache.',
    },
    note: (test) => `${test} in tok/s. Fehlerbalken: Standardabweichung; sie enden bei 0.`,
    noteByDepth: (test) => `${test} in tok/s, nach Tokens im Cache. Fehlerbalken: Standardabweichung; sie enden bei 0.`,
    depthUnit: 'Tokens im Cache',
    label,
  },

  quality: {
    title: 'Qualität',
    meaning: 'Wie weit die Vorhersagen für den gewählten Text von denen der Referenz abweichen.',
    choice: 'Maß der Qualität',
    figures: {
      divergence: { name: 'KLD', note: 'Mittlere KLD zur Referenz in nats. Fehlerbalken: Standardfehler.' },
      top1: { name: 'Top-1', note: 'Tokens, bei denen Einstellung und Referenz übereinstimmen, in %. Fehlerbalken: Standardfehler.' },
      perplexity: {
        name: 'PPL',
        note: 'Perplexität des Textes; die Achse beginnt nicht bei 0. Fehlerbalken: Standardfehler; er ist größtenteils allen Einstellungen gemeinsam.',
      },
    },
    label: (rows) => label('Qualität', rows),
  },

  passkey: {
    label: 'Passkeys nach Stelle',
    title: 'Gefundene Passkeys',
    meaning:
      'In einem langen Text ist eine Zahl versteckt, nach der das Modell gefragt wird. Die Tabelle zeigt, in wie vielen der Versuche sie gefunden wurde. Bei so wenigen Versuchen sagen Fehlerbalken kaum etwas.',
    note: 'Nach Stelle im Text: 0 % ist sein Anfang, 100 % sein Ende.',
    place: (share) => formatPercent(share),
  },

  suite: {
    title: 'Tool-Aufrufe und JSON',
    label: 'Tool-Aufrufe und JSON nach Einstellung',
    meaning:
      'Kurze Prompts, deren richtige Antwort bekannt ist. Ein quantisierter Cache kann Tool-Aufrufe und JSON verderben, obwohl sich die Perplexität kaum ändert. Etwa ein Drittel der Prompts folgt auf eine längere Unterhaltung.',
    note: 'Gezählt bei Temperatur 0, mit dem 95-%-Intervall jedes Anteils (Wilson).',
    columns: {
      rightTool: { name: 'Richtiges Tool', meaning: 'Der erste Aufruf der Antwort nennt das richtige von zwei bis vier Tools.' },
      rightArguments: {
        name: 'Richtige Argumente',
        meaning:
          'Der Aufruf hat auch die richtigen Argumente und keine weiteren. Groß- und Kleinschreibung ist egal, ebenso ein Punkt oder Ausrufezeichen am Ende.',
      },
      sameCall: {
        name: 'Aufruf wie die Referenz',
        meaning:
          'Dasselbe Tool mit denselben Argumenten wie mit der ersten Einstellung, oder beide Male kein Aufruf. Der Aufruf kann falsch sein.',
      },
      valid: {
        name: 'Gültiges JSON',
        meaning: 'Das Modell beendet seine Antwort, und sie ist JSON, das zu dem im Prompt beschriebenen Schema passt.',
      },
      validWithGrammar: {
        name: 'Gültig mit Grammatik',
        meaning:
          'Dasselbe mit einer Grammatik, die die Antwort an das Schema bindet. Antworten, die am Token-Limit abgeschnitten werden, sind nicht gültig.',
      },
    },
    interval: ({ low, high }) => `${formatPercent(low)} bis ${formatPercent(high)}`,
  },

  cacheless: {
    title: 'Mit und ohne Cache',
    meaning:
      'Zeit für jedes Token, je nach Länge der Sequenz. Mit Cache kostet ein Token einen Durchgang; ohne wird die ganze Sequenz neu verarbeitet.',
    withCache: (setting) => `${setting}, mit Cache`,
    withoutCache: (setting) => `${setting}, ohne Cache`,
    speedUp(setting, factor, differsFrom) {
      const same = differsFrom === null ? 'bei denselben Tokens' : `aber ab Token ${formatCount(differsFrom + 1)} mit anderen Tokens`
      return `${setting}: mit Cache ${formatNumber(factor, 1)}-mal so schnell, ${same}.`
    },
    note: (speedUps) =>
      `ms pro Token, nach Tokens in der Sequenz. Jedes Token wird einmal gemessen, daher ohne Fehlerbalken. ${speedUps.join(' ')}`,
    lengthUnit: 'Tokens',
  },
}
