import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import { useMeasureBandwidth } from '../../client/use-measure-bandwidth'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { Section } from '../../ui/section'

/** STREAM: "each array must be at least 4 times the size of the available cache memory". */
const timesCache = 4

export function MachineSection({ memory }: { readonly memory: MemoryBandwidth | null }) {
  const { isMeasuring, trouble, measure, dismiss } = useMeasureBandwidth()
  const texts = copy.bandwidth.machine
  return (
    <Section
      title={texts.title}
      actions={
        <Button look={memory ? 'plain' : 'primary'} disabled={isMeasuring} onClick={measure}>
          {isMeasuring ? texts.measuring : memory ? texts.again : texts.measure}
        </Button>
      }
    >
      {trouble && <FailureAlert failure={trouble} onDismiss={dismiss} />}
      {memory ? <Measured memory={memory} /> : <p className="text-[13px] text-soft leading-snug">{`${texts.empty} ${texts.duration}`}</p>}
    </Section>
  )
}

function Measured({ memory }: { readonly memory: MemoryBandwidth }) {
  const texts = copy.bandwidth.machine
  const { arrayBytes, cacheBytes } = memory
  return (
    <div className="flex flex-col gap-1 text-[12px] text-faint leading-snug">
      <p className="text-ink text-lg tabular-nums">
        <Explained by={texts.meaning}>{texts.best(memory)}</Explained>
      </p>
      <p className="text-soft">{texts.sweep(memory)}</p>
      <p>{texts.how(memory)}</p>
      {cacheBytes !== null && arrayBytes < timesCache * cacheBytes && <p className="text-warning">{texts.isSmall}</p>}
    </div>
  )
}
