import { X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { RequestBody, RequestRecord } from '../../../core/contract/requests/requests'
import { copy } from '../../../core/copy/copy'
import { ItlStrip } from '../../cache/turns/itl-strip'
import { gapRecord } from '../../client/gap-record'
import { useApp } from '../../client/use-app'
import { IconButton } from '../../ui/controls/icon-button'
import { SideBySide } from './side-by-side'
import { TtftBar } from './ttft-bar'
import { WhyAgain } from './why-again'

interface RequestDetailProps {
  readonly record: RequestRecord
  readonly className: string
  readonly onClose: () => void
}

export function RequestDetail({ record, className, onClose }: RequestDetailProps) {
  const texts = copy.requests.detail
  const body = useBody(record)
  const turnId = `request ${record.id}`
  return (
    <section aria-label={texts.title(record.number)} className={`flex flex-col border-line border-l bg-panel text-[13px] ${className}`}>
      <header className="flex items-center gap-2 border-line border-b px-4 py-2">
        <h2 className="font-medium">{texts.title(record.number)}</h2>
        <span className="text-soft">{copy.requests.table.states[record.state]}</span>
        <IconButton icon={X} label={texts.close} size={14} className="-mr-1.5 ml-auto" onClick={onClose} />
      </header>
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 py-3">
        <WhyAgain record={record} />
        {body && <SideBySide body={body} />}
        {record.state !== 'refused' && <TtftBar times={record.times} />}
        {record.gapsMs && <ItlStrip key={body ? 'gaps' : 'figures'} turnId={turnId} measured={record.gapsMs} />}
        <Figures record={record} />
      </div>
    </section>
  )
}

function useBody({ id, hasBody }: RequestRecord): RequestBody | undefined {
  const host = useApp((state) => state.host)
  const [body, setBody] = useState<RequestBody>()
  useEffect(() => {
    if (!host || !hasBody) return
    let isCurrent = true
    host.requests.body({ id }).then(
      (read) => {
        if (!isCurrent) return
        const gaps = gapRecord(`request ${id}`)
        gaps.clear()
        gaps.add(read.gapsMs, [], performance.now())
        setBody(read)
      },
      (error: unknown) => console.warn('request', error),
    )
    return () => {
      isCurrent = false
    }
  }, [host, id, hasBody])
  return body
}

function Figures({ record }: { readonly record: RequestRecord }) {
  const texts = copy.requests.detail.figures
  const {
    client,
    userAgent,
    endpoint,
    model,
    askedModel,
    promptTokens,
    reusedTokens,
    processedTokens,
    outputTokens,
    sequence,
    tier,
    failure,
    remedies,
  } = record
  return (
    <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 border-line border-t pt-3">
      {(promptTokens > 0 || record.endedAtMs === null) && (
        <Fact name={texts.prompt}>{texts.promptTokens(promptTokens, reusedTokens, processedTokens)}</Fact>
      )}
      {record.state !== 'refused' && <Fact name={texts.answer}>{texts.tokens(outputTokens)}</Fact>}
      {tier !== null && (
        <Fact name={texts.from}>
          {texts.tiers[tier]}
          {sequence === null ? '' : `, ${texts.sequence(sequence)}`}
        </Fact>
      )}
      {record.prefillTokensPerSecond !== null && <Fact name={texts.prefill}>{texts.rate(record.prefillTokensPerSecond)}</Fact>}
      {record.decodeTokensPerSecond !== null && <Fact name={texts.decode}>{texts.rate(record.decodeTokensPerSecond)}</Fact>}
      <Fact name={texts.client}>{client}</Fact>
      {userAgent !== '' && <Fact name={texts.userAgent}>{userAgent}</Fact>}
      <Fact name={texts.path}>{endpoint}</Fact>
      {model !== '' && (
        <Fact name={texts.model}>{askedModel === null || askedModel === model ? model : texts.askedAs(model, askedModel)}</Fact>
      )}
      {remedies.length > 0 && (
        <Fact name={copy.requests.remedies.changed}>{remedies.map((remedy) => copy.requests.remedies.done[remedy]).join(', ')}</Fact>
      )}
      {failure !== null && <Fact name={texts.failure}>{failure}</Fact>}
    </dl>
  )
}

const Fact = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <>
    <dt className="text-faint">{name}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </>
)
