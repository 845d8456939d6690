/** A link never navigates: a click shows the full address, with a button that copies it. */
import { Popover } from '@base-ui/react/popover'
import type { ReactNode } from 'react'
import { copy } from '../../../core/copy/copy'
import { CopyButton } from '../../ui/controls/copy-button'

const addresses = Popover.createHandle<string>()

export function Link({ address, children }: { readonly address: string; readonly children: ReactNode }) {
  return (
    <Popover.Trigger handle={addresses} payload={address} nativeButton={false} render={<span className="link" dir="auto" />}>
      {children}
    </Popover.Trigger>
  )
}

/** Render this component once per thread. */
export function LinkAddress() {
  return (
    <Popover.Root handle={addresses}>
      {({ payload }) => (
        <Popover.Portal>
          <Popover.Positioner sideOffset={6} className="z-50">
            <Popover.Popup className="max-w-96 rounded-lg border border-line bg-raised p-3 text-[13px] shadow-raised">
              <Popover.Title className="font-medium">{copy.chat.markdown.link.title}</Popover.Title>
              <Popover.Description className="mt-1 max-h-40 overflow-y-auto font-mono text-[12px] [overflow-wrap:anywhere]">
                {payload}
              </Popover.Description>
              <p className="mt-2 text-[12px] text-faint leading-snug">{copy.chat.markdown.link.note}</p>
              <div className="mt-2">
                <CopyButton label={copy.chat.markdown.link.copy} text={() => payload ?? ''} isWide />
              </div>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      )}
    </Popover.Root>
  )
}
