import { useVirtualizer } from '@tanstack/react-virtual'
import { Search } from 'lucide-react'
import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { type ModelOrigin, modelOrigins } from '../../../core/contract/models/model-origins'
import type { ModelFile } from '../../../core/contract/models/models'
import { type KvType, kvTypes } from '../../../core/contract/settings/kv-types'
import { copy } from '../../../core/copy/copy'
import { useApp } from '../../client/use-app'
import { Button } from '../../ui/controls/button'
import { Choice } from '../../ui/controls/choice'
import { usePreferences } from '../../window/preference-store'
import { KindLegend } from './kind-legend'
import { learnFitting, libraryStore, setChoice, showTab } from './library-store'
import { gridOf, ModelRow, roomyCell } from './model-row'
import { plainSortKeys, type SortKey, shownModels, sortKeys } from './shown-models'

/** Virtualization needs a fixed height. */
const rowRem = 4

export function ModelList() {
  const models = useApp((state) => state.models)
  const choice = useStore(libraryStore, (state) => state.choice)
  const details = usePreferences((values) => values.details)
  const { list } = copy.models
  const fitting = useStore(libraryStore, (state) => state.fitting)
  const deciding = choice.sort === 'fits' ? fitting : undefined
  const shown = useMemo(() => shownModels(models, choice, deciding ?? {}), [models, choice, deciding])
  useEffect(() => {
    if (choice.sort === 'fits') void learnFitting(models.map(({ id }) => id))
  }, [choice.sort, models])
  return (
    <>
      <ListControls models={models} />
      <div className="mt-3 flex min-h-48 flex-1 flex-col overflow-hidden rounded-lg border border-line bg-raised">
        <div aria-hidden className={`${gridOf(details)} border-line border-b py-1.5 text-[12px] text-faint`}>
          <span>{list.count(shown.length, models.length)}</span>
          <span>{details ? list.weights : list.sorts.size}</span>
          <span className={`truncate ${roomyCell}`} title={details ? list.fitsMeaning : list.plainFitsMeaning}>
            {details ? list.fits : list.plainFits}
          </span>
          {details && (
            <span className={`truncate ${roomyCell}`} title={list.costMeaning}>
              {list.cost}
            </span>
          )}
        </div>
        {shown.length > 0 ? <Rows shown={shown} /> : <NothingFound />}
        {models.length === 1 && models[0]?.origin === 'embedded' && <OnlyEmbedded />}
      </div>
      {details && <KindLegend models={shown} />}
    </>
  )
}

function ListControls({ models }: { readonly models: readonly ModelFile[] }) {
  const { text, origin, sort, kvType } = useStore(libraryStore, (state) => state.choice)
  const details = usePreferences((values) => values.details)
  const sorts = sortKeys.filter((key) => details || plainSortKeys.includes(key) || key === sort)
  const origins = modelOrigins.filter((candidate) => models.some((model) => model.origin === candidate))
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      <label className="relative min-w-40 flex-1">
        <Search size={14} className="absolute top-2.25 left-2.5 text-faint" aria-hidden />
        <input
          type="search"
          aria-label={copy.models.list.search}
          placeholder={copy.models.list.search}
          value={text}
          onChange={(event) => setChoice({ text: event.target.value })}
          className="h-8 w-full rounded-md border border-line-strong bg-raised pr-2 pl-8 text-[13px] placeholder:text-faint"
        />
      </label>
      <span className="w-44 @max-[62.5rem]:w-40">
        <Choice
          label={copy.models.list.origin}
          value={origin}
          options={[
            { value: 'all', label: copy.models.list.allOrigins },
            ...origins.map((value) => ({ value, label: copy.models.origins[value] })),
          ]}
          onChange={(next: ModelOrigin | 'all') => setChoice({ origin: next })}
        />
      </span>
      <span className="w-44">
        <Choice
          label={copy.models.list.sort}
          value={sort}
          options={sorts.map((value) => ({ value, label: copy.models.list.sorts[value] }))}
          onChange={(next: SortKey) => setChoice({ sort: next })}
        />
      </span>
      {details && (
        <span className={`w-28 ${roomyCell}`}>
          <Choice
            label={copy.models.list.kvType}
            value={kvType}
            options={kvTypes.map((value) => ({ value, label: copy.models.list.cacheType(value) }))}
            onChange={(next: KvType) => setChoice({ kvType: next })}
          />
        </span>
      )}
    </div>
  )
}

function Rows({ shown }: { readonly shown: readonly ModelFile[] }) {
  const scroller = useRef<HTMLElement>(null)
  const fitting = useStore(libraryStore, (state) => state.fitting)
  const kvType = useStore(libraryStore, (state) => state.choice.kvType)
  const model = useApp((state) => state.app?.model)
  const loadedId = model?.status === 'ready' ? model.file.id : undefined
  const loadingId = model?.status === 'loading' ? model.file.id : undefined
  const rowPx = rowRem * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    getItemKey: (index) => shown[index]?.id ?? index,
    overscan: 4,
  })
  const rows = virtualizer.getVirtualItems().flatMap(({ index, start }) => {
    const file = shown[index]
    return file ? [{ file, index, start }] : []
  })
  useLearnInSight(rows.map(({ file }) => file.id))
  return (
    <section
      ref={scroller}
      aria-label={copy.models.list.region}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
      tabIndex={0}
      className="min-h-0 flex-1 overflow-y-auto focus-visible:outline-offset-[-2px]"
    >
      <ul className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {rows.map(({ file, index, start }) => (
          <li
            key={file.id}
            aria-setsize={shown.length}
            aria-posinset={index + 1}
            className="absolute inset-x-0 top-0 border-line border-b"
            style={{ height: rowPx, transform: `translateY(${start}px)` }}
          >
            <ModelRow
              file={file}
              kvType={kvType}
              fittingTokens={file.missing ? null : fitting[file.id]}
              isLoaded={file.id === loadedId}
              isLoading={file.id === loadingId}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Long enough that scrolling past a row does not read its header. */
const restMs = 200

function useLearnInSight(ids: readonly string[]): void {
  const key = ids.join(' ')
  useEffect(() => {
    const timer = setTimeout(() => void learnFitting(key.split(' ').filter(Boolean)), restMs)
    return () => clearTimeout(timer)
  }, [key])
}

const OnlyEmbedded = () => (
  <div className="grid flex-1 place-items-center p-6 text-center text-[13px] text-soft leading-relaxed">
    <div className="max-w-96">
      <p>{copy.models.list.onlyPocket}</p>
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        <Button look="primary" onClick={() => showTab('get')}>
          {copy.models.list.getModel}
        </Button>
        <Button onClick={() => showTab('folders')}>{copy.models.list.addFolder}</Button>
      </div>
    </div>
  </div>
)

const NothingFound = () => (
  <div className="grid flex-1 place-items-center p-6 text-center text-[13px] text-soft">
    <div>
      <p>{copy.models.list.nothingFound}</p>
      <Button className="mt-3" onClick={() => setChoice({ text: '', origin: 'all' })}>
        {copy.models.list.showAll}
      </Button>
    </div>
  </div>
)
