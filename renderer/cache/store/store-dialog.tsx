import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { copy } from '../../../core/copy/copy'
import { IconButton } from '../../ui/controls/icon-button'
import { StoreView } from './store-view'

export function StoreDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = copy.cache.store
  return (
    <Dialog.Root open onOpenChange={(next) => !next && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/40" />
        {/* As a container for queries, the popup of an empty store left the desktop window blank. */}
        <Dialog.Popup className="fixed inset-4 z-50 flex flex-col gap-3 rounded-lg border border-line bg-panel p-4 shadow-raised">
          <div className="flex items-center gap-4">
            <Dialog.Title className="font-semibold">{texts.title}</Dialog.Title>
            <IconButton icon={X} label={texts.close} className="ml-auto" onClick={onClose} />
          </div>
          <Dialog.Description className="max-w-[80ch] text-[13px] text-soft leading-snug">{texts.purpose}</Dialog.Description>
          <StoreView />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
