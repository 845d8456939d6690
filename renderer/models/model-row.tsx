import { X } from 'lucide-react'
import type { ModelFile } from '../../core/contract/models'
import { formatBytes, formatCount } from '../../core/text/amounts'
import { formatNumber } from '../../core/text/number-language'
import { Button } from '../ui/button'
import { IconButton } from '../ui/icon-button'
import { forget, load } from './model-actions'

export interface ModelRowProps {
  readonly file: ModelFile
  readonly isLoaded: boolean
  readonly isLoading: boolean
}

export function ModelRow({ file, isLoaded, isLoading }: ModelRowProps) {
  const facts = [
    file.architecture,
    `${parameters(file.parameters)} parameters`,
    file.weightType,
    formatBytes(file.sizeBytes),
    file.trainedTokens > 0 ? `${formatCount(file.trainedTokens)} tokens` : undefined,
  ].filter((fact) => fact !== undefined)
  return (
    <li className="flex items-center gap-4 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium" title={file.name}>
          <span className="truncate">{file.name}</span>
          {isLoaded && <span className="shrink-0 rounded bg-accent-soft px-1.5 py-0.5 text-[12px] text-accent">loaded</span>}
        </p>
        <p className="text-[13px] text-soft">{facts.join(' · ')}</p>
        <p className="truncate text-[12px] text-faint" title={file.path}>
          {file.origin === 'embedded' ? 'Part of Headroom' : file.missing ? `Missing: ${file.path}` : file.path}
        </p>
        {!file.hasChatTemplate && <p className="text-[12px] text-warning">This file has no chat template; a plain one stands in.</p>}
      </div>
      {!isLoaded && (
        <Button disabled={isLoading || file.missing} onClick={() => void load(file.id)} aria-label={`Load ${file.name}`}>
          {isLoading ? 'Loading…' : 'Load'}
        </Button>
      )}
      {file.origin !== 'embedded' && (
        <IconButton
          icon={X}
          label={`Take ${file.name} off the list`}
          size={15}
          disabled={isLoaded || isLoading}
          onClick={() => void forget(file.id)}
        />
      )}
    </li>
  )
}

/** In the field's way: 8.0 B, 5.1 M. */
function parameters(count: number): string {
  if (count >= 1e9) return `${formatNumber(count / 1e9, count < 1e10 ? 1 : 0)} B`
  if (count >= 1e6) return `${formatNumber(count / 1e6, count < 1e7 ? 1 : 0)} M`
  return formatCount(count)
}
