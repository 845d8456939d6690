import type { Divergence } from '../../../core/contract/cache/reuse'
import type { Failure } from '../../../core/contract/errors/errors'
import type { RequestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { sentenceOf } from '../../../core/copy/failures'
import { numberOf, select } from '../state/request-store'
import { HeadroomRemedy } from './headroom-remedy'

export function WhyAgain({ record }: { readonly record: RequestRecord }) {
  const texts = copy.requests.detail
  const { causes } = copy.requests
  const { explanation, problem } = record
  if (problem) return <Problem failure={problem} />
  if (!explanation) return <p className="text-faint">{texts[whyUnexplained(record)]}</p>
  const { cause, lostTokens, lostMs, comparedId, divergence } = explanation
  const { name, remedy } = causes.of[cause]
  const evictor = explanation.evictedBy === null ? null : numberOf(explanation.evictedBy.id)
  return (
    <section aria-label={texts.why}>
      <h3 className="font-medium text-[14px]">{name}</h3>
      <p className={lostTokens > 0 ? 'font-medium text-warning' : 'text-soft'}>
        {lostTokens > 0 ? texts.lost(lostTokens, lostMs) : copy.requests.nothingLost}
      </p>
      <p className="mt-1.5">{causes.meaningOf(explanation, evictor)}</p>
      {divergence && <Difference divergence={divergence} comparedId={comparedId} />}
      {lostTokens > 0 && remedy !== '' && (
        <p className="mt-2 border-accent border-l-2 pl-2.5">
          <span className="block text-[12px] text-faint">{texts.todo}</span>
          {remedy}
        </p>
      )}
      <HeadroomRemedy explanation={explanation} />
    </section>
  )
}

const whyUnexplained = ({ endedAtMs, promptTokens }: RequestRecord) =>
  endedAtMs === null ? 'running' : promptTokens === 0 ? 'notProcessed' : 'unexplained'

function Problem({ failure }: { readonly failure: Failure }) {
  const { what, todo } = sentenceOf(failure)
  return (
    <p>
      <span className="font-medium text-danger">{what}</span> {todo}
    </p>
  )
}

function Difference({ divergence, comparedId }: { readonly divergence: Divergence; readonly comparedId: string | null }) {
  const { before, held, prompt, position } = divergence
  const texts = copy.requests.detail
  const number = numberOf(comparedId)
  const earlier = texts.earlier(number)
  return (
    <>
      <p className="mt-2 text-faint">{texts.difference(position)}</p>
      <dl className="mt-1 grid grid-cols-[auto_1fr] gap-x-3 gap-y-1.5 font-mono text-[11px] leading-relaxed">
        <dt className="text-faint">
          {number === null ? (
            earlier
          ) : (
            <button type="button" className="rounded-sm text-accent hover:underline" onClick={() => select(comparedId)}>
              {earlier}
            </button>
          )}
        </dt>
        <Text before={before} text={held} />
        <dt className="text-faint">{texts.now}</dt>
        <Text before={before} text={prompt} />
      </dl>
    </>
  )
}

const [shownBefore, shownAfter] = [40, 80]

const Text = ({ before, text }: { readonly before: string; readonly text: string }) => (
  <dd className="min-w-0 [overflow-wrap:anywhere]">
    <span className="text-faint">{visible(before.slice(-shownBefore))}</span>
    <mark className="rounded-xs bg-accent-soft text-ink">{visible(text.slice(0, shownAfter)) || copy.requests.detail.end}</mark>
  </dd>
)

const visible = (text: string): string => text.replace(/\r?\n/g, '⏎')
