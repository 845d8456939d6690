import type { Divergence, EvictionReason, ReuseCause, ReuseReport } from '../../../contract/cache/reuse'
import { prefixKindOf } from '../../../prefix/prefix-owner'
import type { ReuseAdvice } from '../../../reuse/reuse-advice'
import { formatCount, formatMs } from '../../../text/amounts'
import type { reuse as english } from '../../en/turn/reuse'
import { tokens } from '../../words/de'

const causes: Readonly<Record<ReuseCause, string>> = {
  'first-turn': 'das ist der erste Turn der Unterhaltung',
  continued: 'der Prompt setzt dort fort, wo der Cache endet',
  'same-prompt': 'der Prompt ist derselbe wie zuvor',
  'edited-message': 'eine Nachricht wurde bearbeitet',
  'other-branch': 'der Cache enthielt einen anderen Zweig dieser Unterhaltung',
  'system-prompt-changed': 'der System-Prompt wurde geändert',
  'tools-changed': 'die Liste der Tools wurde geändert',
  template: 'das Chat-Template hat die Unterhaltung anders geschrieben',
  'reasoning-dropped': 'der Prompt lässt die Überlegungen einer früheren Antwort weg',
  overflow: 'ältere Tokens sind aus dem Kontext gefallen, und der Cache dieses Modells kann die Lücke nicht schließen',
  'other-conversation': 'eine andere Unterhaltung hat den Cache übernommen',
  'settings-changed': 'die Einstellungen des Kontexts wurden geändert',
  'model-changed': 'ein anderes Modell wurde geladen',
  'context-recreated': 'der Kontext wurde neu angelegt',
  'engine-started': 'die Engine wurde neu gestartet',
}

const heldBackBy = {
  'sliding-window':
    'das Sliding Window war schon über die Stelle hinaus, ab der sich Cache und Prompt unterscheiden, und kurz davor gab es keinen Prüfpunkt',
  'recurrent-state':
    'ein rekurrenter Zustand kann nicht zurück, und kurz vor der Stelle, ab der sich Cache und Prompt unterscheiden, gab es keinen Prüfpunkt',
}

function cause({ cause, heldBack, divergence }: ReuseReport): string {
  const why = divergence?.clock ? `${clockIn(cause)} hat sich geändert` : causes[cause]
  return heldBack ? `${why}; ${heldBackBy[heldBack]}` : why
}

function clockIn(cause: ReuseCause): string {
  if (cause === 'system-prompt-changed') return 'ein Datum oder eine Uhrzeit im System-Prompt'
  if (cause === 'template') return 'ein Datum oder eine Uhrzeit im Chat-Template'
  return 'ein Datum oder eine Uhrzeit in der Unterhaltung'
}

const advice: Readonly<Record<ReuseAdvice, string>> = {
  'more-checkpoints':
    'Damit das Modell weiter zurückgehen kann, erlauben Sie mehr Prüfpunkte, oder verwenden Sie den vollen Cache für Sliding-Window-Schichten: Beides steht in den Einstellungen.',
  'more-checkpoint-memory': 'Damit das Modell weiter zurückgehen kann, erlauben Sie in den Einstellungen mehr Speicher für Prüfpunkte.',
  'no-clock-in-system-prompt': 'Entfernen Sie die Angabe aus dem System-Prompt, oder schreiben Sie sie in Ihre Nachricht.',
  'no-clock-in-template': 'Mit einem eigenen Chat-Template lässt sich die Angabe weglassen: siehe Menü des Modells.',
  'custom-template': 'Ein eigenes Chat-Template kann frühere Nachrichten unverändert lassen: siehe Menü des Modells.',
  'keep-reasoning':
    'Damit die Zellen der Überlegungen bleiben, stellen Sie in den Einstellungen „Frühere Überlegungen“ auf „behalten“. Sie bleiben dann im Kontext.',
  'more-sequences': 'Erlauben Sie in den Einstellungen mehr Sequenzen, damit mehrere Unterhaltungen ihren Cache behalten.',
}

function placeOf({ part, message }: Divergence): string {
  if (part === 'system') return 'im System-Prompt'
  if (part === 'tools') return 'in der Liste der Tools'
  if (part === 'template' || message === null) return 'im Text des Chat-Templates'
  return `in Nachricht ${formatCount(message)} (${part === 'user' ? 'Ihre' : 'vom Modell'})`
}

const unnamed = {
  document: { dative: 'einem Dokument', genitive: 'eines Dokuments' },
  'system-prompt': { dative: 'einem System-Prompt', genitive: 'eines System-Prompts' },
  conversation: { dative: 'einer anderen Unterhaltung', genitive: 'einer anderen Unterhaltung' },
} as const

/** After “aus”. */
const named = (ownerId: string, name: string | undefined): string =>
  name ? `„${name}“` : unnamed[prefixKindOf(ownerId) ?? 'conversation'].dative

const of = (ownerId: string, name: string | undefined): string =>
  name ? `von „${name}“` : unnamed[prefixKindOf(ownerId) ?? 'conversation'].genitive

const evictionReasons: Readonly<Record<EvictionReason, string>> = {
  'held-elsewhere': 'ein anderes Präfix hat alle ihre Tokens',
  'least-worth': 'sie sparen für ihre Größe und die Wahrscheinlichkeit, dass sie gebraucht werden, am wenigsten Zeit',
}

const comparedWithProcessing = (savedMs: number): string =>
  savedMs < 0 ? `Sie zu verarbeiten wäre ${formatMs(-savedMs)} schneller gewesen.` : `Das hat ${formatMs(savedMs)} gespart.`

export const reuse: typeof english = {
  cause,
  advice,

  source({ way, conversationId, tokens: count, ms, savedMs }, name) {
    const owner = of(conversationId, name)
    const from = named(conversationId, name)
    const saved = savedMs === null ? '' : ` ${comparedWithProcessing(savedMs)}`
    if (way === 'restored') return `${tokens(count)} in ${formatMs(ms)} aus dem gesicherten Cache ${owner} wiederhergestellt.${saved}`
    if (way === 'memory')
      return `${tokens(count)} in ${formatMs(ms)} aus einer Kopie ${owner} im Arbeitsspeicher wiederhergestellt.${saved}`
    return way === 'copied'
      ? `${tokens(count)} in ${formatMs(ms)} aus ${from} kopiert.${saved}`
      : `${tokens(count)} aus ${from} übernommen: Diese Unterhaltung setzt die Sequenz fort.${saved}`
  },
  evicted: ({ conversationId, tokens: count, reason, isCopied }, name) =>
    `Dieser Prompt hat die Zellen ${of(conversationId, name)} (${tokens(count)}) übernommen: ${evictionReasons[reason]}.${isCopied ? ' Eine Kopie liegt im Arbeitsspeicher.' : ''}`,

  difference: {
    title: 'Wiederverwendung des Caches',
    from: (divergence) => `Cache und Prompt unterscheiden sich ab Token ${formatCount(divergence.position + 1)}, ${placeOf(divergence)}:`,
    cache: 'Cache',
    prompt: 'Prompt',
    end: '(endet hier)',
    go: 'Zu dieser Stelle in der Unterhaltung gehen',
  },

  avoidable(report, todo) {
    const clock = report.divergence?.clock
    const why = clock ? `${cause(report)} (${clock.held} → ${clock.prompt})` : cause(report)
    const were = report.repeatedTokens === 1 ? 'wurde' : 'wurden'
    return `${tokens(report.repeatedTokens)} ${were} erneut verarbeitet, ${formatMs(report.repeatedMs ?? 0)}: ${why}. ${advice[todo]}`
  },
}
