import { useState } from 'react'
import type { MemoryBandwidth } from '../../../core/contract/models/bandwidth'
import { copy } from '../../../core/copy/copy'
import { appStore } from '../../client/app-store'
import { type ShownFailure, shownFailure } from '../../client/failures'
import { useApp } from '../../client/use-app'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { Section } from '../../ui/section'

/** STREAM: "each array must be at least 4 times the size of the available cache memory". */
const timesCache = 4

export function MachineSection({ memory }: { readonly memory: MemoryBandwidth | null }) {
  const isMeasuring = useApp((state) => state.app?.bandwidth.isMeasuring ?? false)
  const [trouble, setTrouble] = useState<ShownFailure>()
  const measure = async () => {
    setTrouble(undefined)
    try {
      await appStore.getState().host?.bandwidth.measure()
    } catch (error) {
      setTrouble(shownFailure(error))
    }
  }
  const texts = copy.bandwidth.machine
  return (
    <Section
      title={texts.title}
      actions={
        <Button look={memory ? 'plain' : 'primary'} disabled={isMeasuring} onClick={() => void measure()}>
          {isMeasuring ? texts.measuring : memory ? texts.again : texts.measure}
        </Button>
      }
    >
      {trouble && <FailureAlert failure={trouble} onDismiss={() => setTrouble(undefined)} />}
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
