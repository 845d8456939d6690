import { Gauge } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { ContextReport } from '../../../core/contract/cache/cache'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'

/** The view is loaded on first use. */
const BandwidthDialog = lazy(() => import('./bandwidth-dialog').then(({ BandwidthDialog: component }) => ({ default: component })))

export interface BandwidthButtonProps {
  readonly modelId: string
  readonly context: ContextReport
}

export function BandwidthButton(props: BandwidthButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        <Gauge size={14} aria-hidden /> {copy.bandwidth.open}
      </Button>
      {isOpen && (
        <Suspense>
          <BandwidthDialog {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
