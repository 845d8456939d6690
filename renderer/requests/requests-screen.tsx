import { Download, Trash2 } from 'lucide-react'
import { useMemo } from 'react'
import { copy } from '../../core/copy/copy'
import { FailureAlert } from '../ui/alert'
import { IconButton } from '../ui/controls/icon-button'
import { Segmented } from '../ui/controls/segmented'
import { useEscape } from '../ui/use-escape'
import { useIsNarrower } from '../window/use-is-narrower'
import { AddressLine } from './address-line'
import { RequestDetail } from './detail/request-detail'
import { CauseSums } from './list/cause-sums'
import { FilterBar } from './list/filter-bar'
import { RequestTable } from './list/request-table'
import { NoRequests } from './no-requests'
import { SimulationTable } from './simulation/simulation-table'
import { filterRequests } from './state/filter-requests'
import {
  clearRequests,
  dismissTrouble,
  exportRequests,
  type RequestView,
  select,
  selectedRecord,
  showView,
  useFollowedRequests,
  useRequests,
} from './state/request-store'
import { SequenceTimeline } from './timeline/sequence-timeline'

export function RequestsScreen() {
  useFollowedRequests()
  const records = useRequests((state) => state.records)
  const trouble = useRequests((state) => state.trouble)
  const selected = useRequests(selectedRecord)
  const isNarrow = useIsNarrower(1180)
  const close = () => select(null)
  useEscape(selected !== undefined, close)
  if (!records) return <section aria-label={copy.requests.name} aria-busy className="min-h-0 flex-1" />
  if (records.length === 0) return <NoRequests />
  return (
    <section aria-label={copy.requests.name} className="relative flex min-h-0 flex-1">
      <div className="@container flex min-w-0 flex-1 flex-col">
        {trouble && (
          <div className="px-4 pt-3">
            <FailureAlert failure={trouble} onDismiss={dismissTrouble} />
          </div>
        )}
        <AddressLine />
        <CauseSums records={records} />
        <Tools />
        <Shown />
      </div>
      {selected && (
        <RequestDetail
          key={selected.id}
          record={selected}
          className={isNarrow ? 'absolute inset-y-0 right-0 z-20 w-[min(30rem,100%)] shadow-raised' : 'w-[26rem] shrink-0'}
          onClose={close}
        />
      )}
    </section>
  )
}

function Tools() {
  const texts = copy.requests
  const view = useRequests((state) => state.view)
  const views = (['list', 'timeline', 'simulation'] as const satisfies readonly RequestView[]).map((value) => ({
    value,
    label: texts.views[value],
  }))
  return (
    <div className="flex flex-wrap items-center gap-2 border-line border-y px-4 py-2">
      <Segmented label={texts.views.label} value={view} options={views} onChange={showView} />
      {view !== 'simulation' && <FilterBar />}
      <span className="ml-auto flex gap-1">
        <IconButton icon={Download} label={texts.actions.export} title={texts.actions.exportNote} onClick={() => void exportRequests()} />
        <IconButton icon={Trash2} label={texts.actions.clear} onClick={() => void clearRequests()} />
      </span>
    </div>
  )
}

function Shown() {
  const records = useRequests((state) => state.records)
  const filter = useRequests((state) => state.filter)
  const view = useRequests((state) => state.view)
  const shown = useMemo(() => filterRequests(records ?? [], filter), [records, filter])
  if (view === 'simulation') return <SimulationTable />
  if (shown.length === 0) return <p className="p-4 text-[13px] text-faint">{copy.requests.filter.noneFound}</p>
  return view === 'list' ? <RequestTable records={shown} /> : <SequenceTimeline records={shown} />
}
