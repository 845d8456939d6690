import { GitFork } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'

const StoreDialog = lazy(() => import('./store-dialog').then(({ StoreDialog: component }) => ({ default: component })))

export function StoreButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button className="self-start" onClick={() => setOpen(true)}>
        <GitFork size={14} aria-hidden className="rotate-90" /> {copy.cache.store.open}
      </Button>
      {isOpen && (
        <Suspense>
          <StoreDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
