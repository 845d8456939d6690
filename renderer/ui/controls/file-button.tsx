import { type ReactNode, useRef } from 'react'
import { Button } from './button'

export interface FileButtonProps {
  readonly label: string
  /** As in `<input accept>`, such as `.csv,.json`. */
  readonly accept: string
  readonly title?: string
  readonly className?: string
  /** The user can choose several files. */
  readonly multiple?: boolean
  /** At least one. */
  readonly onFiles: (files: readonly [File, ...File[]]) => void
  readonly children: ReactNode
}

/** The user can choose the same file again. */
export function FileButton({ label, accept, multiple = false, onFiles, children, ...rest }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button {...rest} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-label={label}
        className="hidden"
        onChange={(event) => {
          const [first, ...others] = event.target.files ?? []
          if (first) onFiles([first, ...others])
          event.target.value = ''
        }}
      />
    </>
  )
}
