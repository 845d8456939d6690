import { type ReactNode, useRef } from 'react'
import { Button } from './button'

export interface FileButtonProps {
  readonly label: string
  /** As in `<input accept>`, such as `.csv,.json`. */
  readonly accept: string
  readonly title?: string
  readonly className?: string
  /** The user can choose several files. `onFiles` gets all of them. */
  readonly onFiles?: (files: readonly File[]) => void
  readonly onFile?: (file: File) => void
  readonly children: ReactNode
}

/** The user can choose the same file again. */
export function FileButton({ label, accept, onFile, onFiles, children, ...rest }: FileButtonProps) {
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
        multiple={onFiles !== undefined}
        aria-label={label}
        className="hidden"
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          const [file] = files
          if (file) onFile?.(file)
          if (file) onFiles?.(files)
          event.target.value = ''
        }}
      />
    </>
  )
}
