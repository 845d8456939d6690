import type { GateAnswer } from '../../../compare/gate/judge'
import type { GateFinding } from '../../../compare/gate/judge-run'
import { formatNats } from '../../../compare/statistics/format-nats'
import type { QualityGrade } from '../../../compare/statistics/thresholds'
import type { TypeSearch } from '../../../contract/compare/compare-runs'
import { formatBytes, formatCount, formatPercent } from '../../../text/amounts'
import { formatShort } from '../../../text/number-language'
import { counted, dateTime, listed } from '../../words/en'

const gradeNames: Readonly<Record<QualityGrade, string>> = {
  same: 'identical',
  'hardly-different': 'hardly different',
  'slightly-different': 'slightly different',
  different: 'different',
  'very-different': 'very different',
}

const answers: Readonly<Record<GateAnswer, string>> = {
  within: 'within the limits',
  unclear: 'too little was measured to tell',
  beyond: 'beyond the limits',
}

export const gate = {
  title: 'Accuracy limits',
  note: '“Within” and “beyond” mean that the limit is outside the figure’s 95% interval. If too little was measured to tell, measure more chunks of the text or more passkeys.',

  search: {
    title: 'Cheapest cache',
    note: 'Searches for the K and V types with the smallest cache that stays within the accuracy limits, compared with f16. It measures about ten pairs of types with the text and the passkeys chosen here.',
    runTitle: 'Cheapest K and V types',
    divergence: {
      label: 'Predictions',
      meaning: 'How far the predictions may be from those with an f16 cache: the mean KL divergence plus two standard errors.',
    },
    limit: (grade: QualityGrade, nats: number): string => `${gradeNames[grade]}, up to ${formatShort(nats, 8)} nats`,
    recall: {
      label: 'Passkeys lost (%)',
      meaning:
        'The share of passkeys that may be lost compared with an f16 cache. A small limit needs many trials: 10% needs about 40 in all.',
      none: 'not tested',
    },
    start: 'Find the cheapest types',

    /** For example `q8_0 / q4_0: 59% less cache than f16, 1.30 MiB instead of 3.20 MiB.` */
    found({ cheapest, referenceBytes, isUnclear }: TypeSearch): string {
      if (!cheapest)
        return isUnclear
          ? 'No smaller types are clearly within the limits. More chunks or trials may show that some are.'
          : 'No smaller types are within the limits.'
      const { keyType, valueType } = cheapest.settings
      const name = keyType === valueType ? keyType : `${keyType} / ${valueType}`
      return `${name}: ${formatPercent(1 - cheapest.cacheBytes / referenceBytes)} less cache than f16, ${formatBytes(cheapest.cacheBytes)} instead of ${formatBytes(referenceBytes)}.`
    },
    limits({ limits, measured, at }: TypeSearch): string {
      const wanted = [
        limits.maxNats === null ? [] : `KLD up to ${formatShort(limits.maxNats, 8)} nats`,
        limits.maxRecallLoss === null ? [] : `up to ${formatPercent(limits.maxRecallLoss, 1)} fewer passkeys`,
      ].flat()
      return `${listed(wanted)}; ${counted(measured, 'pair', 'pairs')} of types measured on ${dateTime(at)}.`
    },
    showRun: 'Show its measurements',
    use: 'Use for chat',
    inUse: 'In use for chat',
    changed: 'The model file has changed since then, so this result may no longer hold.',
    again: 'Search again',
  },

  answers,

  /** For example `q4_0: beyond the limits. KLD 0.034 ± 0.0021 nats, limit 0.01.` */
  finding: (name: string, finding: GateFinding): string => `${name}: ${answers[finding.answer]}. ${figures(finding).join('; ')}.`,

  /** `cheapest` is null if no types are within the limits. */
  cheapest(cheapest: { readonly name: string; readonly cacheBytes: number } | null, findings: readonly GateFinding[]): string {
    const measured = `${counted(findings.length, 'pair', 'pairs')} of types measured.`
    if (cheapest) return `Cheapest within the limits: ${cheapest.name}, ${formatBytes(cheapest.cacheBytes)}. ${measured}`
    const isUnclear = findings.some(({ answer }) => answer === 'unclear')
    return isUnclear
      ? `No smaller types are clearly within the limits, but too little was measured to rule them all out. ${measured}`
      : `No smaller types are within the limits. ${measured}`
  },
}

const figures = ({ divergence, recall }: GateFinding): string[] => [
  ...(divergence
    ? [
        `KLD ${formatNats(divergence.figure.value)} ± ${formatNats(divergence.figure.error)} nats, limit ${formatShort(divergence.limit, 8)}`,
      ]
    : []),
  ...(recall
    ? [
        `${formatCount(recall.setting.found)} of ${counted(recall.setting.trials, 'passkey', 'passkeys')} found, ${formatCount(recall.reference.found)} by the reference, limit ${formatPercent(recall.limit, 1)} fewer`,
      ]
    : []),
]
