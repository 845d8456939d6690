import { Tabs } from '@base-ui/react/tabs'
import { useState } from 'react'
import { ExperimentCards } from './experiments/experiment-cards'
import { PagedView } from './paged/paged-view'
import { RecordingView } from './recording/recording-view'

const tabs = [
  { name: 'recording', label: 'Watch a cache' },
  { name: 'paged', label: 'Paged memory' },
  { name: 'experiments', label: 'Experiments' },
] as const
type LabTab = (typeof tabs)[number]['name']

/** The tab that was open when the screen was left. */
let lastTab: LabTab = 'recording'

/** A transformer whose every number can be looked at: its attention, its cache, and what is done to it to save memory. */
export function LabScreen() {
  const [tab, setTab] = useState<LabTab>(lastTab)
  const show = (next: LabTab) => {
    lastTab = next
    setTab(next)
  }
  return (
    <Tabs.Root value={tab} onValueChange={(next) => show(next as LabTab)} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-5 py-2.5 @max-[62.5rem]:px-4">
        <h1 className="font-semibold text-xl">Lab</h1>
        <Tabs.List aria-label="Parts of the Lab" className="flex gap-0.5 rounded-md bg-sunken p-0.5">
          {tabs.map(({ name, label }) => (
            <Tabs.Tab
              key={name}
              value={name}
              className="h-7 rounded px-2.5 text-[13px] text-soft hover:text-ink data-[active]:bg-raised data-[active]:font-medium data-[active]:text-ink data-[active]:shadow-[0_0_0_1px_var(--line)]"
            >
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <p className="text-[13px] text-soft @max-[73.75rem]:hidden">
          A transformer in plain TypeScript, checked against llama.cpp: slow, and open to the last number.
        </p>
      </div>
      <Tabs.Panel value="recording" className="flex min-h-0 flex-1">
        <RecordingView />
      </Tabs.Panel>
      <Tabs.Panel value="paged" className="min-h-0 flex-1 overflow-y-auto">
        <PagedView />
      </Tabs.Panel>
      <Tabs.Panel value="experiments" className="min-h-0 flex-1 overflow-y-auto">
        <ExperimentCards />
      </Tabs.Panel>
    </Tabs.Root>
  )
}
