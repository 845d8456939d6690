import { Plus } from 'lucide-react'
import { useState } from 'react'
import { variantNames } from '../../../../core/compare/variant-names'
import { defaultKvSettings } from '../../../../core/contract/settings/kv-defaults'
import { copy } from '../../../../core/copy/copy'
import type { CacheShape } from '../../../../core/kv/shape/cache-shape'
import { formatCount } from '../../../../core/text/amounts'
import { Button } from '../../../ui/controls/button'
import { Problem, TextField } from '../../../ui/fields/form-field'
import { Section } from '../../../ui/section'
import { addVariants, changeSetup, useSetup } from '../setup-store'
import { emptyGrid, type GridLists, gridVariants, mostVariants } from './grid-variants'
import { VariantRow } from './variant-row'

export interface VariantListProps {
  readonly shape: CacheShape | null
  /** By index of the setting. */
  readonly refusals: ReadonlyMap<number, string>
}

/** More settings than this start folded: hundreds of fields would be slow to draw and hard to scan. */
const mostUnfolded = 16

export function VariantList({ shape, refusals }: VariantListProps) {
  const variants = useSetup((setup) => setup.variants)
  const [isGridOpen, setGridOpen] = useState(false)
  const names = variantNames(variants, copy.compare.settingNames)
  const last = variants.at(-1) ?? defaultKvSettings
  const isFull = variants.length >= mostVariants
  return (
    <Section
      title="Settings"
      note="K and V type of each. The first is the reference."
      actions={
        <>
          <Button className="h-7" disabled={isFull} onClick={() => addVariants([last])}>
            <Plus size={13} aria-hidden /> Setting
          </Button>
          <Button className="h-7" aria-expanded={isGridOpen} onClick={() => setGridOpen(!isGridOpen)}>
            Grid…
          </Button>
        </>
      }
    >
      {isGridOpen && <GridFields onDone={() => setGridOpen(false)} />}
      <ul aria-label="Settings to compare" className="max-h-96 overflow-y-auto">
        {variants.map((settings, at) => (
          <VariantRow
            // Settings can be equal, and a row keeps its index while it is edited.
            key={at}
            at={at}
            name={names[at] ?? ''}
            settings={settings}
            shape={shape}
            canBeRemoved={variants.length > 1}
            isFolded={variants.length > mostUnfolded}
            refusal={refusals.get(at)}
          />
        ))}
      </ul>
      {variants.length > 8 && <p className="mt-1 text-[12px] text-faint">{formatCount(variants.length)} settings</p>}
    </Section>
  )
}

const fields: readonly { readonly key: keyof GridLists; readonly label: string; readonly placeholder: string }[] = [
  { key: 'keyTypes', label: 'K types', placeholder: 'f16, q8_0' },
  { key: 'valueTypes', label: 'V types', placeholder: 'as K' },
  { key: 'flashAttention', label: 'Flash attention', placeholder: 'auto' },
  { key: 'threads', label: 'Threads', placeholder: 'automatic' },
  { key: 'batches', label: 'Batches', placeholder: '512' },
  { key: 'contexts', label: 'Contexts', placeholder: 'automatic' },
  { key: 'gpuLayers', label: 'GPU layers', placeholder: 'automatic' },
]

function GridFields({ onDone }: { readonly onDone: () => void }) {
  const [lists, setLists] = useState<GridLists>(emptyGrid)
  const grid = gridVariants(lists, defaultKvSettings)
  const take = () => {
    if (!grid.ok) return
    changeSetup({ variants: grid.values })
    onDone()
  }
  return (
    <fieldset
      className="mb-2 rounded-lg border border-line bg-panel p-3 text-[13px]"
      onKeyDown={(event) => {
        // The fields are inside the form, where Enter would start the comparison.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        take()
      }}
    >
      <legend className="sr-only">Grid of settings</legend>
      <p className="mb-1.5 text-[12px] text-soft">Lists, as llama-bench takes them; every combination becomes a setting.</p>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        {fields.map(({ key, label, placeholder }) => (
          <TextField
            key={key}
            label={label}
            meaning="Values with commas between them."
            value={lists[key]}
            placeholder={placeholder}
            onChange={(text) => setLists({ ...lists, [key]: text })}
          />
        ))}
      </div>
      <Problem text={grid.ok ? undefined : grid.reason} />
      <div className="mt-2 flex gap-2">
        <Button look="primary" disabled={!grid.ok} onClick={take}>
          {grid.ok ? `Take ${formatCount(grid.values.length)} ${grid.values.length === 1 ? 'setting' : 'settings'}` : 'Take them'}
        </Button>
        <Button onClick={onDone}>Leave it</Button>
      </div>
    </fieldset>
  )
}
