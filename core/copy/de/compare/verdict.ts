import { formatNats } from '../../../compare/statistics/format-nats'
import type { QualityGrade } from '../../../compare/statistics/thresholds'
import type { ClearChange, RateChange, ShareChange, SuiteVerdict, Verdict } from '../../../compare/statistics/verdict'
import { formatCount, formatPercent } from '../../../text/amounts'
import type { verdict as english } from '../../en/compare/verdict'
import { listed } from '../../words/de'

interface Grade {
  readonly name: string
  readonly why: string
}

const grades: Readonly<Record<QualityGrade, Grade>> = {
  same: { name: 'identisch mit der Referenz', why: 'Alle Wahrscheinlichkeiten sind bis aufs letzte Bit gleich.' },
  'hardly-different': {
    name: 'kaum anders als die Referenz',
    why: 'Die Vorhersagen ändern sich höchstens so stark wie bei LLaMA 3 8B durch Gewichte in q8_0 (0,0014 nats).',
  },
  'slightly-different': {
    name: 'etwas anders als die Referenz',
    why: 'Die Vorhersagen ändern sich höchstens so stark wie bei LLaMA 3 8B durch Gewichte in q5_K_M (0,0108 nats).',
  },
  different: {
    name: 'anders als die Referenz',
    why: 'Die Vorhersagen ändern sich höchstens so stark wie bei LLaMA 3 8B durch die verbreiteten Gewichte in q4_K_M (0,0313 nats).',
  },
  'very-different': {
    name: 'sehr anders als die Referenz',
    why: 'Die Vorhersagen ändern sich stärker als bei LLaMA 3 8B durch Gewichte in q4_K_M (0,0313 nats).',
  },
}

export const verdict: typeof english = {
  title: 'Urteile',

  note(references, depth) {
    const compared = `Verglichen mit ${listed([...new Set(references)])}.`
    return depth === null
      ? `${compared} Unterschiede im Tempo werden nur genannt, wenn der Zufall sie nicht erklärt (95-%-Bereich, Student-t).`
      : `${compared} Das Tempo gilt für Tiefe ${formatCount(depth)}; Unterschiede werden nur genannt, wenn der Zufall sie nicht erklärt (95-%-Bereich, Student-t).`
  },

  reason: (grade) => grades[grade].why,

  facts({ memory, decode, prefill, ttft, isAtClient, quality, suite }: Verdict) {
    const facts = [
      memory === null ? [] : memory === 0 ? 'gleich viel Speicher' : `${percent(memory)} ${memory < 0 ? 'weniger' : 'mehr'} Speicher`,
      decode ? rate('Decode', decode) : [],
      prefill ? rate('Prefill', prefill) : [],
      ttft ? time('TTFT', ttft) : [],
      isAtClient && (decode || prefill || ttft) ? 'alles beim Client' : [],
      quality ? [`KLD ${formatNats(quality.nats)} nats`, `gleiche erste Wahl bei ${agreement(quality.agreement)} der Tokens`] : [],
      suite ? suiteFacts(suite) : [],
    ].flat()
    const grade = quality?.grade && grades[quality.grade].name
    return [facts.join(', '), grade].filter(Boolean).join(': ')
  },

  showAll: (verdicts) => `Alle ${formatCount(verdicts)} anzeigen`,
  showFewer: 'Weniger anzeigen',
}

const changes: Readonly<Record<ShareChange, string>> = {
  fewer: ', weniger als mit der Referenz',
  more: ', mehr als mit der Referenz',
  unclear: '',
}

const suiteFacts = ({ passkeys, toolCalls, schemas }: SuiteVerdict): string[] => [
  ...(passkeys ? [`${formatCount(passkeys.found)} von ${formatCount(passkeys.trials)} Passkeys gefunden${changes[passkeys.change]}`] : []),
  ...(toolCalls ? [`gleicher Tool-Aufruf bei ${formatCount(toolCalls.same)} von ${formatCount(toolCalls.prompts)} Prompts`] : []),
  ...(schemas ? [`${formatCount(schemas.valid)} von ${formatCount(schemas.prompts)} JSON-Antworten gültig${changes[schemas.change]}`] : []),
]

const percent = (change: number): string => formatPercent(Math.abs(change))

const withMargin = ({ by, margin }: ClearChange): string => `${percent(by)} ± ${formatPercent(margin, margin < 0.01 ? 1 : 0)}`

const notJudged: Readonly<Record<Exclude<Extract<RateChange, string>, 'equal'>, (what: string) => string>> = {
  unclear: (what) => `kein klarer Unterschied bei ${what}`,
  few: (what) => `${what} bei weniger als drei Wiederholungen nicht beurteilt`,
  unreliable: (what) => `${what} unzuverlässig: Der Rechner war wahrscheinlich beschäftigt, messen Sie noch einmal`,
}

function rate(what: string, change: RateChange): string {
  if (change === 'equal') return `${what} gleich schnell`
  if (typeof change === 'string') return notJudged[change](what)
  return `${what} ${withMargin(change)} ${change.by < 0 ? 'langsamer' : 'schneller'}`
}

function time(what: string, change: RateChange): string {
  if (change === 'equal') return `${what} gleich lang`
  if (typeof change === 'string') return notJudged[change](what)
  return `${what} ${withMargin(change)} ${change.by < 0 ? 'kürzer' : 'länger'}`
}

/** Shows “100.0 %” only if all tokens agree. */
const agreement = (share: number): string => formatPercent(share < 1 ? Math.min(share, 0.999) : 1, 1)
