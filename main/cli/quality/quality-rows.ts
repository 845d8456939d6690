import { type Recall, recallInterval } from '../../../core/compare/gate/recall'
import type { BlockMean } from '../../../core/compare/statistics/block-mean'
import type { TopKQuality } from '../../../core/compare/statistics/top-k-quality'
import { shareChange } from '../../../core/compare/suite/suite-verdict'
import { type QualityMeasure, qualityTexts } from '../../../core/copy/command-line'
import type { SuiteCounts } from '../../../core/remote/suite/suite-scores'
import type { Interval } from '../../../core/stats/wilson'

export interface QualityRow {
  readonly measure: QualityMeasure
  /** One per server. null: it is a figure of the other one, or the server does not give it. */
  readonly figures: readonly (QualityFigure | null)[]
  readonly verdict: string
}

/** With its 95% interval. */
export type QualityFigure = Interval &
  (
    | { readonly kind: 'share'; readonly hits: number; readonly of: number }
    | { readonly kind: 'percent' | 'nats' | 'amount'; readonly value: number; readonly isLowerBound: boolean }
  )

export const figureValue = (figure: QualityFigure): number => (figure.kind === 'share' ? figure.hits / figure.of : figure.value)

/** The rows for the second server, compared with the first. */
export function qualityRows(quality: TopKQuality): QualityRow[] {
  const { divergence, sameTop, logprobChange, covered, referencePerplexity, perplexity, perplexityRatio } = quality
  const ofPair = (measure: QualityMeasure, figure: QualityFigure | null, verdict = ''): QualityRow => ({
    measure,
    figures: [null, figure],
    verdict,
  })
  return [
    ofPair('kld_lower_bound', meanFigure('nats', divergence, true), qualityTexts.grade(divergence.value)),
    ofPair('top_token_agreement', meanFigure('percent', sameTop)),
    ofPair('logprob_change', meanFigure('nats', logprobChange, true)),
    ofPair('covered', meanFigure('percent', covered)),
    { measure: 'perplexity', figures: [meanFigure('amount', referencePerplexity), meanFigure('amount', perplexity)], verdict: '' },
    ofPair('perplexity_ratio', meanFigure('amount', perplexityRatio), perplexityRatio ? qualityTexts.ratio(perplexityRatio) : ''),
  ]
}

const meanFigure = (kind: 'percent' | 'nats' | 'amount', mean: BlockMean | null, isLowerBound = false): QualityFigure | null =>
  mean && { kind, ...mean, isLowerBound }

/** Without the measures that no server has. */
export function suiteRows(servers: readonly SuiteCounts[]): QualityRow[] {
  return suiteMeasures.flatMap(({ measure, isCompared, recallOf }) => {
    const recalls = servers.map(recallOf)
    if (recalls.every((recall) => recall === null)) return []
    const [before, after] = recalls
    return [
      {
        measure,
        figures: recalls.map((recall) => recall && shareFigure(recall)),
        verdict: isCompared && before && after ? qualityTexts.change(shareChange(before, after)) : '',
      },
    ]
  })
}

interface SuiteMeasure {
  readonly measure: QualityMeasure
  readonly isCompared: boolean
  readonly recallOf: (counts: SuiteCounts) => Recall | null
}

const recall = (found: number | null | undefined, trials: number | undefined): Recall | null =>
  found === null || found === undefined || trials === undefined ? null : { found, trials }

const suiteMeasures: readonly SuiteMeasure[] = [
  { measure: 'passkeys', isCompared: true, recallOf: ({ passkeys }) => passkeys },
  { measure: 'right_tool', isCompared: true, recallOf: ({ toolCalls }) => recall(toolCalls?.rightTool, toolCalls?.prompts) },
  { measure: 'right_arguments', isCompared: true, recallOf: ({ toolCalls }) => recall(toolCalls?.rightArguments, toolCalls?.prompts) },
  { measure: 'same_call', isCompared: false, recallOf: ({ toolCalls }) => recall(toolCalls?.sameCall, toolCalls?.prompts) },
  { measure: 'complete_json', isCompared: true, recallOf: ({ schemas }) => recall(schemas?.complete, schemas?.prompts) },
  { measure: 'valid_json', isCompared: true, recallOf: ({ schemas }) => recall(schemas?.valid, schemas?.prompts) },
  { measure: 'right_json', isCompared: true, recallOf: ({ schemas }) => recall(schemas?.right, schemas?.prompts) },
  { measure: 'valid_json_with_schema', isCompared: true, recallOf: ({ schemasWithGrammar: own }) => recall(own?.valid, own?.prompts) },
  { measure: 'right_json_with_schema', isCompared: true, recallOf: ({ schemasWithGrammar: own }) => recall(own?.right, own?.prompts) },
]

const shareFigure = ({ found, trials }: Recall): QualityFigure => ({
  kind: 'share',
  hits: found,
  of: trials,
  ...recallInterval({ found, trials }),
})
