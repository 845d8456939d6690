import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copy } from '../../../core/copy/copy'
import { Button } from './button'
import { IconButton } from './icon-button'

export interface CopyButtonProps {
  readonly label: string
  readonly text: () => string
  readonly isWide?: boolean
}

const shownMs = 1500

export function CopyButton({ label, text, isWide = false }: CopyButtonProps) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copyText = () => void navigator.clipboard.writeText(text()).then(() => setCopied(true))
  const icon = isCopied ? Check : Copy
  const Icon = icon
  if (!isWide) return <IconButton icon={icon} label={isCopied ? copy.ui.copied : label} size={14} onClick={copyText} />
  return (
    <Button className="h-7" onClick={copyText}>
      <Icon size={14} aria-hidden /> {isCopied ? copy.ui.copied : label}
    </Button>
  )
}
