import { TriangleAlert } from 'lucide-react'
import type { ModelFile } from '../../../core/contract/models/models'
import { type KvType, kvTypes } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import { formatBytes } from '../../../core/text/amounts'
import { fileNameOf, folderOf } from '../../../core/text/file-path'
import { Badge } from '../../ui/badge'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { usePreferences } from '../../window/preference-store'
import { LayerRuns } from './layer-runs'
import { load } from './model-actions'
import { ModelMenu } from './model-menu'
import { parametersText } from './shown-models'

const rowGrid =
  'grid grid-cols-[minmax(0,1fr)_6.5rem_7rem_8.5rem_7rem] items-center gap-x-4 px-4 @max-[67.5rem]:grid-cols-[minmax(0,1fr)_5rem_5.5rem_6rem_6.5rem] @max-[67.5rem]:gap-x-3 @max-[67.5rem]:px-3 @max-[51.25rem]:grid-cols-[minmax(0,1fr)_6rem_7rem]'
const plainGrid =
  'grid grid-cols-[minmax(0,1fr)_6.5rem_8rem_7rem] items-center gap-x-4 px-4 @max-[51.25rem]:grid-cols-[minmax(0,1fr)_5rem_7rem] @max-[51.25rem]:px-3'
export const gridOf = (details: boolean): string => (details ? rowGrid : plainGrid)
export const roomyCell = '@max-[51.25rem]:hidden'

export interface ModelRowProps {
  readonly file: ModelFile
  readonly kvType: KvType
  /** undefined until known. null if the file is unreadable. */
  readonly fittingTokens: number | null | undefined
  readonly isLoaded: boolean
  readonly isLoading: boolean
}

export function ModelRow({ file, kvType, fittingTokens, isLoaded, isLoading }: ModelRowProps) {
  const details = usePreferences((values) => values.details)
  const { row } = copy.models
  return (
    <div className={`${gridOf(details)} h-full`}>
      <NameCell file={file} isLoaded={isLoaded} />
      {details ? (
        <>
          <Cell value={formatBytes(file.sizeBytes)} detail={`${parametersText(file.parameters)} · ${file.weightType}`} />
          <Cell className={roomyCell} value={row.fits(fittingTokens)} detail={row.trained(file.trainedTokens)} />
          <CostCell file={file} kvType={kvType} />
        </>
      ) : (
        <>
          <Cell value={formatBytes(file.sizeBytes)} />
          <Cell className={roomyCell} value={row.plainFits(fittingTokens)} />
        </>
      )}
      <div className="flex items-center justify-end gap-1">
        {!isLoaded && (
          <Button disabled={isLoading || file.missing} onClick={() => void load(file.id)} aria-label={copy.models.row.loadNamed(file.name)}>
            {isLoading ? copy.models.row.loading : copy.models.row.load}
          </Button>
        )}
        <ModelMenu file={file} isInUse={isLoaded || isLoading} />
      </div>
    </div>
  )
}

function NameCell({ file, isLoaded }: { readonly file: ModelFile; readonly isLoaded: boolean }) {
  const details = usePreferences((values) => values.details)
  const { origins, row } = copy.models
  // Quantizations of a model differ only in the file name, and their paths often share the first folders.
  const location =
    file.origin === 'embedded' ? origins.embedded : `${origins[file.origin]} · ${fileNameOf(file.path)} · ${folderOf(file.path)}`
  return (
    <div className="min-w-0">
      <p className="flex items-center gap-2 font-medium" title={file.name}>
        <span className="truncate">{file.name}</span>
        {isLoaded && <Badge className="bg-accent-soft text-accent">{row.loaded}</Badge>}
        {file.missing && <Badge className="bg-danger-soft text-danger">{row.missing}</Badge>}
        {!file.hasChatTemplate && (
          <Explained by={row.noTemplateMeaning} className="shrink-0">
            <Badge className="bg-warning-soft text-warning">
              <TriangleAlert size={11} className="inline" aria-hidden />
              <span className="@max-[67.5rem]:sr-only"> {row.noTemplate}</span>
            </Badge>
          </Explained>
        )}
      </p>
      <p className="truncate text-[12px] text-faint" title={file.path}>
        {details ? `${file.architecture} · ${location}` : location}
      </p>
    </div>
  )
}

function CostCell({ file, kvType }: { readonly file: ModelFile; readonly kvType: KvType }) {
  const { cost } = file
  if (!cost) return <Cell className={roomyCell} value="–" detail={copy.models.row.costUnknown} />
  const all = kvTypes.map((type) => [type, cost.bytesPerThousandTokens[type]] as const)
  return (
    <div className={`min-w-0 ${roomyCell}`}>
      <Explained by={copy.models.row.costOfTypes(all)} className="text-[13px]">
        {copy.models.row.cost(cost.bytesPerThousandTokens[kvType])}
      </Explained>
      <div className="mt-1.5">
        <LayerRuns runs={cost.runs} />
      </div>
    </div>
  )
}

const Cell = ({ value, detail, className = '' }: { readonly value: string; readonly detail?: string; readonly className?: string }) => (
  <div className={`min-w-0 text-[13px] ${className}`}>
    <p className="truncate">{value}</p>
    {detail && (
      <p className="truncate text-[12px] text-faint" title={detail}>
        {detail}
      </p>
    )}
  </div>
)
