import { type ReactNode, useRef } from 'react'
import { Button } from './button'

export interface FileButtonProps {
  readonly label: string
  /** As in `<input accept>`, such as `.csv,.json`. */
  readonly accept: string
  readonly title?: string
  readonly className?: string
  readonly onFile: (file: File) => void
  readonly children: ReactNode
}

/** The user can choose the same file again. */
export function FileButton({ label, accept, onFile, children, ...rest }: FileButtonProps) {
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
        aria-label={label}
        className="hidden"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onFile(file)
          event.target.value = ''
        }}
      />
    </>
  )
}
