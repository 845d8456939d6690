import type { ReactNode } from 'react'

/** Covers neither the composer nor the bin and the screen buttons (together 11.25rem high) nor the icon rail of a narrow window (3rem wide). */
export const Toast = ({ children }: { readonly children: ReactNode }) => (
  <div
    role="status"
    className="fixed bottom-46 left-3 z-40 flex w-54 items-center gap-2 rounded-lg bg-ink px-3 py-2 text-[13px] text-paper leading-snug shadow-raised @max-[62.5rem]:w-46 @max-[45rem]:left-15"
  >
    {children}
  </div>
)
