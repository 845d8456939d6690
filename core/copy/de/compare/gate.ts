import type { GateAnswer } from '../../../compare/gate/judge'
import type { GateFinding } from '../../../compare/gate/judge-run'
import { formatNats } from '../../../compare/statistics/format-nats'
import type { QualityGrade } from '../../../compare/statistics/thresholds'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import type { gate as english } from '../../en/compare/gate'
import { counted, dateTime, listed } from '../../words/de'

const gradeNames: Readonly<Record<QualityGrade, string>> = {
  same: 'identisch',
  'hardly-different': 'kaum anders',
  'slightly-different': 'etwas anders',
  different: 'anders',
  'very-different': 'sehr anders',
}

const answers: Readonly<Record<GateAnswer, string>> = {
  within: 'innerhalb der Grenzen',
  unclear: 'zu wenig gemessen für ein Urteil',
  beyond: 'außerhalb der Grenzen',
}

export const gate: typeof english = {
  title: 'Grenzen der Genauigkeit',
  note: '„Innerhalb“ und „außerhalb“ heißt, dass die Grenze außerhalb des 95-%-Intervalls des Werts liegt. Wenn zu wenig gemessen wurde, mehr Abschnitte des Textes oder mehr Versuche messen.',

  search: {
    title: 'Kleinster Cache',
    note: 'Sucht die K- und V-Typen mit dem kleinsten Cache, die gegenüber f16 innerhalb einer Grenze der Genauigkeit bleiben. Misst etwa zehn Paare von Typen mit dem Text und den Versuchen, die hier gewählt sind.',
    runTitle: 'Kleinste K- und V-Typen',
    divergence: {
      label: 'Vorhersagen',
      meaning:
        'Wie weit die Vorhersagen von denen mit einem f16-Cache abweichen dürfen: die mittlere KL-Divergenz, bis zwei Standardfehler darüber.',
    },
    limit: (grade, nats) => `${gradeNames[grade]}, bis ${formatShort(nats, 8)} nats`,
    recall: {
      label: 'Weniger gefunden in %',
      meaning:
        'Wie viel Prozent weniger versteckte Zahlen gefunden werden dürfen als mit einem f16-Cache. Für 10 % sind insgesamt etwa 40 Versuche nötig.',
      none: 'nicht geprüft',
    },
    start: 'Kleinste Typen suchen',

    found({ cheapest, referenceBytes, isUnclear }) {
      if (!cheapest)
        return isUnclear
          ? 'Keine kleineren Typen sind sicher innerhalb der Grenzen. Mehr Abschnitte oder Versuche könnten es klären.'
          : 'Keine kleineren Typen sind innerhalb der Grenzen.'
      const { keyType, valueType } = cheapest.settings
      const name = keyType === valueType ? keyType : `${keyType} / ${valueType}`
      return `${name}: ${formatPercent(1 - cheapest.cacheBytes / referenceBytes)} weniger Cache als f16, ${formatBytes(cheapest.cacheBytes)} statt ${formatBytes(referenceBytes)}.`
    },
    limits({ limits, measured, at }) {
      const wanted = [
        limits.maxNats === null ? [] : `KLD bis ${formatShort(limits.maxNats, 8)} nats`,
        limits.maxRecallLoss === null ? [] : `bis ${formatPercent(limits.maxRecallLoss, 1)} weniger gefunden`,
      ].flat()
      return `${listed(wanted)}; ${counted(measured, 'Paar', 'Paare')} gemessen am ${dateTime(at)}.`
    },
    showRun: 'Messungen anzeigen',
    use: 'Im Chat nutzen',
    inUse: 'Wird im Chat genutzt',
    changed: 'Die Modelldatei hat sich seither geändert; das Ergebnis stimmt vielleicht nicht mehr.',
    again: 'Noch einmal suchen',
  },

  answers,

  finding: (name, finding) => `${name}: ${answers[finding.answer]}. ${figures(finding).join('; ')}.`,

  cheapest(cheapest, findings) {
    const measured = `${counted(findings.length, 'Paar', 'Paare')} von Typen gemessen.`
    if (cheapest) return `Am kleinsten innerhalb der Grenzen: ${cheapest.name}, ${formatBytes(cheapest.cacheBytes)}. ${measured}`
    const isUnclear = findings.some(({ answer }) => answer === 'unclear')
    return isUnclear
      ? `Keine kleineren Typen sind sicher innerhalb der Grenzen, aber für ein Urteil über alle wurde zu wenig gemessen. ${measured}`
      : `Keine kleineren Typen sind innerhalb der Grenzen. ${measured}`
  },
}

const figures = ({ divergence, recall }: GateFinding): string[] => [
  ...(divergence
    ? [
        `KLD ${formatNats(divergence.figure.value)} ± ${formatNats(divergence.figure.error)} nats, Grenze ${formatShort(divergence.limit, 8)}`,
      ]
    : []),
  ...(recall
    ? [
        `${formatCount(recall.setting.found)} von ${counted(recall.setting.trials, 'Zahl', 'Zahlen')} gefunden, von der Referenz ${formatCount(recall.reference.found)}, Grenze ${formatPercent(recall.limit, 1)} weniger`,
      ]
    : []),
]
