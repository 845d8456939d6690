import { formatMeasuredRate } from '../../../compare/statistics/format-rate'
import { formatCount } from '../../../text/amounts'
import type { tune as english } from '../../en/compare/tune'
import { dateTime, tokens } from '../../words/de'

export const tune: typeof english = {
  title: 'Tuning',
  note: 'Probiert auf diesem Gerät in weniger als einer Minute Threads, Flash Attention, Batch und GPU-Schichten aus und schlägt die schnellsten Einstellungen vor. K- und V-Typ bleiben wie in den Einstellungen des Modells.',
  depth: {
    label: 'Tiefe in Tokens',
    meaning:
      'Wie voll der Cache ist, wenn Decode gemessen wird: Die schnellsten Einstellungen bei leerem Cache können bei vollem langsam sein.',
  },
  start: 'Schnellste Einstellungen suchen',
  runTitle: (depth) => `Schnelle Einstellungen bei Tiefe ${formatCount(depth)}`,
  found: (at, depth) => `Gefunden am ${dateTime(at)} bei einer Tiefe von ${tokens(depth)}.`,
  showRun: 'Messungen anzeigen',

  proposals: {
    title: 'Vorschläge',
    goals: { prefill: 'Schnellstes Prefill', decode: 'Schnellstes Decode' },
    unchanged: 'Die Einstellungen, wie sie sind: Keine anderen waren klar schneller.',
    rates({ tokensPerSecond, baseline, isFaster }) {
      const before = formatMeasuredRate(baseline.mean, baseline.deviation)
      return isFaster ? `${formatMeasuredRate(tokensPerSecond.mean, tokensPerSecond.deviation)}, vorher ${before}` : before
    },
    use: 'Im Chat nutzen',
    inUse: 'Wird im Chat genutzt',
  },

  unfinished: 'Die Suche wurde nicht fertig und schlägt daher nichts vor. Ihre Messungen stehen unten.',
  tried: {
    title: 'Was probiert wurde',
    note: '± ist die Standardabweichung der Wiederholungen. Einstellungen gelten nur als schneller, wenn der Unterschied kein Zufall ist.',
    test: 'Test',
    settings: 'Einstellungen',
    speed: 'Tempo',
    repetitions: 'Wiederholungen',
    fastest: 'am schnellsten',
    notMeasured: 'nicht gemessen',
  },
}
