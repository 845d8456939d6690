import { formatBytes } from '../../../text/amounts'
import type { growth as englishGrowth, cacheTypes as englishTypes } from '../../en/planner/growth'
import { tokens } from '../../words/de'

const refused = 'abgelehnt'

export const growth: typeof englishGrowth = {
  title: 'Wachstum mit dem Kontext',
  lines: { label: 'Linien', models: 'Modelle', types: 'Cache-Typen' },
  axes: { label: 'Achsen', log: 'Log', linear: 'Linear' },
  chart: (scale) => `Wachstum des Caches mit dem Kontext, ${scale === 'log' ? 'logarithmische' : 'lineare'} Achsen`,
  noCache: 'Dieses Modell hat keinen Cache, also wächst nichts.',
  tokens,
  cost: (bytes) => (bytes === null ? refused : formatBytes(bytes)),
  refused,
  legend: 'Linien des Diagramms',
  legendAt: (contextTokens) => `Bei ${tokens(contextTokens)}, der gepunkteten Linie:`,
  remove: (name) => `${name} aus dem Diagramm entfernen`,
  full: 'Das Diagramm zeigt höchstens vier Modelle.',
  compare: 'Vergleichen mit',
  comparePlaceholder: 'Vergleichen mit …',
}

export const cacheTypes: typeof englishTypes = {
  title: 'Nach Cache-Typ',
  note: 'K und V vom selben Typ; alle anderen Einstellungen bleiben, wie sie sind.',
  columns: { type: 'Typ', bits: 'Bits', cache: 'Cache', largest: 'Längster passender Kontext' },
  set: 'eingestellt',
  cacheAs: (type) => `Cache als ${type}`,
  largestAs: (type) => `Längster Kontext als ${type}`,
  none: 'keiner',
  unit: 'Tokens',
}
