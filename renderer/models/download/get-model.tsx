import { Search } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { RemoteListing, RemoteModel } from '../../../core/contract/models/library'
import { copy } from '../../../core/copy/copy'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { libraryStore } from '../library/library-store'
import { RecommendedList } from '../recommended/recommended-list'
import { FoundList } from './found-list'
import { dismissGetTrouble, getModelStore, lookUp, noteArrived, planAll, planRemote, setAddress, stopLooking } from './get-model-store'
import { NetworkSettings } from './network-settings'
import { RemoteAction } from './remote-action'
import { RemotePlanText } from './remote-plan-text'

/** Makes network requests only after the user asks for something. */
export function GetModel() {
  const transfers = useStore(libraryStore, (state) => state.library?.transfers)
  useEffect(() => noteArrived(transfers ?? []), [transfers])
  return (
    <div className="mt-4 flex flex-col gap-6 pb-4">
      <RecommendedList />
      <SearchSection />
      <NetworkSettings />
    </div>
  )
}

function SearchSection() {
  const { listing, found, trouble, again, isLooking } = useStore(getModelStore)
  const section = useRef<HTMLElement>(null)
  const result = listing ?? found ?? trouble
  useEffect(() => {
    if (result) section.current?.scrollIntoView({ block: 'start' })
  }, [result])
  return (
    <section ref={section} aria-label={copy.models.get.searchTitle} className="flex flex-col gap-3">
      <div>
        <h3 className="font-medium">{copy.models.get.searchTitle}</h3>
        <p className="text-[13px] text-soft">
          {copy.models.get.hint} <code>ggml-org/Qwen3-4B-GGUF</code>. {copy.models.get.planHint}
        </p>
      </div>
      <AddressForm />
      {trouble && (
        <FailureAlert failure={trouble} onDismiss={dismissGetTrouble}>
          {again && <Button onClick={() => void again()}>{copy.models.get.tryAgain}</Button>}
        </FailureAlert>
      )}
      {isLooking && (
        <p role="status" className="flex items-center gap-3 text-[13px] text-soft">
          {copy.models.get.lookingUp}
          <Button look="quiet" className="h-7" onClick={stopLooking}>
            {copy.models.get.stop}
          </Button>
        </p>
      )}
      {listing && <Listing listing={listing} />}
      {found && <FoundList found={found} />}
    </section>
  )
}

function AddressForm() {
  const address = useStore(getModelStore, (state) => state.address)
  const isOffline = useStore(libraryStore, (state) => state.library?.network.isOffline ?? false)
  return (
    <form
      className="flex gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        void lookUp()
      }}
    >
      <input
        aria-label={copy.models.get.address}
        placeholder={copy.models.get.placeholder}
        value={address}
        spellCheck={false}
        onChange={(event) => setAddress(event.target.value)}
        className="h-8 min-w-0 flex-1 rounded-md border border-line-strong bg-raised px-2.5 font-mono text-[12px] placeholder:font-sans placeholder:text-faint"
      />
      <Button type="submit" look="primary" disabled={address.trim() === '' || isOffline}>
        <Search size={15} aria-hidden /> {copy.models.get.lookUp}
      </Button>
    </form>
  )
}

function Listing({ listing: { title, revision, models } }: { readonly listing: RemoteListing }) {
  return (
    <section aria-label={copy.models.get.listing(title)} className="rounded-lg border border-line bg-raised">
      <div className="flex flex-wrap items-baseline gap-x-3 border-line border-b px-4 py-2">
        <h2 className="font-medium [overflow-wrap:anywhere]">{title}</h2>
        <p className="text-[12px] text-faint">{copy.models.get.listed(models.length, revision === 'main' ? null : revision)}</p>
        <PlanAll models={models} />
      </div>
      <ul className="divide-y divide-line">
        {models.map((model) => (
          <RemoteRow key={model.url} model={model} />
        ))}
      </ul>
    </section>
  )
}

function PlanAll({ models }: { readonly models: readonly RemoteModel[] }) {
  const { plans, isPlanning } = useStore(getModelStore)
  const left = models.filter(({ url }) => plans[url]?.status !== 'planned').length
  if (isPlanning)
    return (
      <Button className="ml-auto h-7 self-center px-2" onClick={stopLooking}>
        {copy.models.get.stopPlanning}
      </Button>
    )
  if (models.length < 2 || left === 0) return null
  return (
    <Button className="ml-auto h-7 self-center px-2" title={copy.models.get.planAllMeaning} onClick={() => void planAll()}>
      {copy.models.get.planAll}
    </Button>
  )
}

function RemoteRow({ model }: { readonly model: RemoteModel }) {
  const plan = useStore(getModelStore, (state) => state.plans[model.url])
  const machine = useStore(getModelStore, (state) => state.machine)
  return (
    <li className={`flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 ${model.isNamed ? 'bg-accent-soft' : ''}`}>
      <div className="min-w-48 flex-1">
        <p className="font-medium text-[13px] [overflow-wrap:anywhere]">{model.path}</p>
        <p className="text-[12px] text-faint">{copy.models.get.file(model)}</p>
      </div>
      <div className="w-64 text-[12px] @max-[56.25rem]:w-56">
        <RemotePlanText model={model} plan={plan} machine={machine} onPlan={() => void planRemote(model)} />
      </div>
      <RemoteAction model={model} />
    </li>
  )
}
