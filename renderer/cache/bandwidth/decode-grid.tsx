import { allowedItlMs } from '../../../core/bandwidth/bound'
import type { DecodeStep } from '../../../core/bandwidth/decode-grid'
import { type PredictionOutcome, predictedItl, type ReadBytes } from '../../../core/bandwidth/predict-itl'
import type { KvType } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import { Explained } from '../../ui/explained'
import { Section } from '../../ui/section'

export interface DecodeGridProps {
  readonly steps: readonly DecodeStep[]
  readonly type: KvType
  readonly bytesPerSecond: number | null
  readonly outcome: PredictionOutcome
  readonly bytes: ReadBytes
}

/** Rows are depths, and columns are cache types. */
export function DecodeGrid({ steps, type, bytesPerSecond, outcome, bytes }: DecodeGridProps) {
  const texts = copy.bandwidth.grid
  const types = [...new Set(steps.map((step) => step.type))]
  const depths = [...new Set(steps.map(({ tokens }) => tokens))]
  const at = (tokens: number, of: KvType) => steps.find((step) => step.tokens === tokens && step.type === of)
  const allowed = (bytes: number) => (bytesPerSecond === null ? null : allowedItlMs(bytes, bytesPerSecond))
  const prediction = outcome.ok ? outcome.prediction : null
  const predicted = (tokens: number) => {
    const itl = prediction && predictedItl(prediction, tokens, bytes)
    return itl ? texts.interval(itl) : texts.tooFar
  }
  const isPredicted = prediction !== null && types.includes(type)
  return (
    <Section title={texts.title} note={texts.meaning}>
      <div className="overflow-x-auto">
        <table className="w-full text-right text-[12px] tabular-nums">
          <thead className="text-faint">
            <tr>
              <th scope="col" className="py-1 text-left font-normal">
                {texts.depth}
              </th>
              {types.map((one) => (
                <th key={one} scope="col" className="py-1 pl-3 font-normal">
                  {one}
                </th>
              ))}
              {isPredicted && (
                <th scope="col" className="py-1 pl-3 font-normal">
                  <Explained by={texts.predictedMeaning}>{`${texts.predicted}, ${type}`}</Explained>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {depths.map((tokens) => (
              <tr key={tokens} className="border-line border-t">
                <th scope="row" className="py-1 text-left font-normal text-soft">
                  {copy.bandwidth.cells(tokens)}
                </th>
                {types.map((one) => {
                  const step = at(tokens, one)
                  return (
                    <td key={one} className="whitespace-nowrap py-1 pl-3">
                      {step && texts.bytesAndTime(step.movedBytes, allowed(step.movedBytes))}
                    </td>
                  )
                })}
                {isPredicted && <td className="whitespace-nowrap py-1 pl-3">{predicted(tokens)}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mt-1.5 text-[12px] text-faint leading-snug">
        {outcome.ok ? texts.basis(outcome.prediction) : texts.noPrediction(outcome.why, outcome.range)}
      </p>
    </Section>
  )
}
