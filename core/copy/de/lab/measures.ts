import { policiesSetup } from '../../../lab/experiments/setups'
import { flashTile, flashTileBytes, labTileScores, scoreBytes } from '../../../lab/score-tiles'
import { formatBytes } from '../../../text/amounts'
import type { measures as english } from '../../en/lab/measures'

export const measures: typeof english = {
  modes: {
    'query-aware': {
      short: 'gesehen',
      label: 'Frage gesehen',
      note: 'Der Cache wird komprimiert, wenn die Frage gelesen ist. Das schmeichelt Strategien, die Attention ansehen: Die Frage sagt ihnen, was bleiben soll.',
    },
    'query-agnostic': {
      short: 'ungesehen',
      label: 'Frage ungesehen',
      note: 'Der Kontext wird gelesen und komprimiert, danach wird die Frage gelesen. So arbeitet ein Cache, der mehrere Fragen beantwortet oder gespeichert wird.',
    },
  },
  modeChoice: 'Wann der Cache komprimiert wird',
  tasks: {
    needle: 'ein gesuchter Fakt',
    'multi-key': 'Fakt unter 4 Schlüsseln',
    'variable-tracking': 'Variablen verfolgen',
    'common-words': 'häufige Wörter',
  },
  task: (task, prompt, prompts) => `${task}, Prompt ${prompt} von ${prompts}`,
  budgetNote:
    'Die Kompressionsrate ist der Anteil der entfernten Zellen: am Kontext mit der Frage, wenn sie gesehen wurde, sonst am Kontext allein. Sie ist gemessen und weicht von der verlangten Rate oder dem Budget ab, wenn eine Strategie nicht genau so viele Zellen behalten kann: Scissorhands entfernt mindestens das halbe Budget auf einmal, ChunkKV behält ganze Abschnitte, DuoAttention ganze Heads, PyramidKV rundet das Budget jeder Schicht, und Quest entfernt keine Zellen.',
  tilesNote: () =>
    `Kachel für Kachel hält das Labor ${labTileScores} Scores eines Heads gleichzeitig im Speicher (${formatBytes(labTileScores * scoreBytes)}). Echte Kernel halten mehr, aber ebenfalls eine feste Zahl: FlashAttention-2 eine Kachel von höchstens ${flashTile.join(' × ')} (${formatBytes(flashTileBytes)}), wie lang der Text auch ist.`,
  notes: () => [
    `Die Frage: „gesehen“ heißt, dass der Cache mit der Frage im Blick komprimiert wurde, „ungesehen“, dass der Kontext vor ihr gelesen und komprimiert wurde. Strategien, die bei jedem Schritt komprimieren, tun es nach der Frage noch einmal. Eine Zeile ohne dieses Wort entfernt keine Zellen. Die Perplexität ist die von Texten, deren Fortsetzung keine Strategie gesehen hat; sie steht in den Zeilen „ungesehen“.`,
    `Aufgaben wie in RULER, je ${policiesSetup.prompts} Prompts von ${policiesSetup.promptTokens} Tokens, mit dem Seed gezogen, im Stil der zurückgehaltenen Texte des eingebauten Modells: ein Fakt (niah_single), einer von 4 Schlüsseln (niah_multikey_1), ein Wert, der an ${policiesSetup.variableHops} weitere Variablen geht (vt), die ${policiesSetup.commonWords} häufigsten Wörter einer Liste (cwe). Gezählt wird der Anteil der erwarteten Wörter in der Antwort (string_match_all).`,
    `In Klammern: das 95-%-Intervall nach Wilson für Anteile, ein Standardfehler für die Perplexität, wie llama-perplexity ihn zählt. Alle Zeilen haben dieselben Prompts und Texte; zwei Zeilen unterscheiden sich also genauer, als ihre Intervalle vermuten lassen.`,
    `Eine Aufgabe, die selbst der volle Cache zu weniger als ${100 * policiesSetup.leastFullScore} % löst, wird den Strategien nicht gestellt. Ihre Zahl in der Zeile des vollen Caches sagt, was das Modell kann.`,
  ],
}
