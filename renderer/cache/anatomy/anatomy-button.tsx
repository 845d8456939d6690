import { Grid3x3 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { CacheFill, CacheSample } from '../../../core/contract/cache/cache'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'

const AnatomyDialog = lazy(() => import('./anatomy-dialog').then(({ AnatomyDialog: component }) => ({ default: component })))

export interface AnatomyButtonProps {
  readonly sample: CacheSample | undefined
  readonly own: readonly CacheSample[]
  readonly fills: readonly CacheFill[]
  readonly onChoose: (sequence: number) => void
}

export function AnatomyButton({ sample, own, fills, onChoose }: AnatomyButtonProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button data-tour="anatomy" className="self-start" disabled={sample === undefined} onClick={() => setOpen(true)}>
        <Grid3x3 size={14} aria-hidden /> {copy.cache.anatomy.open}
      </Button>
      {isOpen && sample && (
        <Suspense>
          <AnatomyDialog sample={sample} own={own} fills={fills} onChoose={onChoose} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
