import { Plus, Server } from 'lucide-react'
import { useState } from 'react'
import { isOnServer, localVariants } from '../../../../core/compare/on-server'
import { variantNames } from '../../../../core/compare/variant-names'
import { defaultKvSettings } from '../../../../core/contract/settings/kv-defaults'
import { copy } from '../../../../core/copy/copy'
import type { CacheShape } from '../../../../core/kv/shape/cache-shape'
import { Button } from '../../../ui/controls/button'
import { Problem, TextField } from '../../../ui/fields/form-field'
import { Section } from '../../../ui/section'
import { addServerVariant, addVariants, changeSetup, useSetup } from '../setup-store'
import { emptyGrid, type GridLists, gridVariants, mostVariants } from './grid-variants'
import { ServerRow } from './server-row'
import { VariantRow } from './variant-row'

export interface VariantListProps {
  readonly shape: CacheShape | null
  /** Indexed by setting. */
  readonly refusals: ReadonlyMap<number, string>
  readonly problem: string | undefined
}

/** Hundreds of fields are slow to draw and hard to scan. */
const mostUnfolded = 16

export function VariantList({ shape, refusals, problem }: VariantListProps) {
  const texts = copy.compare.variants
  const variants = useSetup((setup) => setup.variants)
  const [isGridOpen, setGridOpen] = useState(false)
  const names = variantNames(variants, copy.compare.settingNames)
  const last = localVariants(variants).at(-1) ?? defaultKvSettings
  const isFull = variants.length >= mostVariants
  return (
    <Section
      title={texts.title}
      note={texts.note}
      actions={
        <>
          <Button className="h-7" disabled={isFull} onClick={() => addVariants([last])}>
            <Plus size={13} aria-hidden /> {texts.add}
          </Button>
          <Button className="h-7" disabled={isFull} onClick={addServerVariant}>
            <Server size={13} aria-hidden /> {texts.addServer}
          </Button>
          <Button className="h-7" aria-expanded={isGridOpen} onClick={() => setGridOpen(!isGridOpen)}>
            {texts.grid.open}
          </Button>
        </>
      }
    >
      {isGridOpen && <GridFields onDone={() => setGridOpen(false)} />}
      <ul aria-label={texts.list} className="max-h-96 overflow-y-auto">
        {variants.map((settings, at) => {
          // Two settings can be equal, and a row keeps its index while it is edited.
          const row = { at, name: names[at] ?? '', canBeRemoved: variants.length > 1 }
          return isOnServer(settings) ? (
            <ServerRow key={at} {...row} setting={settings} />
          ) : (
            <VariantRow
              key={at}
              {...row}
              settings={settings}
              shape={shape}
              isFolded={variants.length > mostUnfolded}
              refusal={refusals.get(at)}
            />
          )
        })}
      </ul>
      <Problem text={problem} />
      {variants.length > 8 && <p className="mt-1 text-[12px] text-faint">{texts.count(variants.length)}</p>}
    </Section>
  )
}

const gridFields = [
  'keyTypes',
  'valueTypes',
  'flashAttention',
  'threads',
  'batches',
  'contexts',
  'gpuLayers',
] as const satisfies readonly (keyof GridLists)[]

function GridFields({ onDone }: { readonly onDone: () => void }) {
  const texts = copy.compare.variants.grid
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
        // In these fields, Enter would start the comparison.
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
        event.preventDefault()
        take()
      }}
    >
      <legend className="sr-only">{texts.label}</legend>
      <p className="mb-1.5 text-[12px] text-soft">{texts.note}</p>
      <div className="grid grid-cols-2 gap-x-3 gap-y-1.5">
        {gridFields.map((key) => (
          <TextField
            key={key}
            label={texts.fields[key].name}
            meaning={texts.meaning}
            value={lists[key]}
            placeholder={texts.fields[key].placeholder}
            onChange={(text) => setLists({ ...lists, [key]: text })}
          />
        ))}
      </div>
      <Problem text={grid.ok ? undefined : grid.reason} />
      <div className="mt-2 flex gap-2">
        <Button look="primary" disabled={!grid.ok} onClick={take}>
          {grid.ok ? texts.use(grid.values.length) : texts.useNone}
        </Button>
        <Button onClick={onDone}>{texts.cancel}</Button>
      </div>
    </fieldset>
  )
}
