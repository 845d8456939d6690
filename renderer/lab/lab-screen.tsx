import { useState } from 'react'
import { copy } from '../../core/copy/copy'
import { TabList, TabPanel, Tabs } from '../ui/controls/tabs'
import { ExperimentCards } from './experiments/experiment-cards'
import { PagedView } from './paged/paged-view'
import { RecordingView } from './recording/recording-view'

const tabs = ['recording', 'paged', 'experiments'] as const
type LabTab = (typeof tabs)[number]

let lastTab: LabTab = 'recording'

export function LabScreen() {
  const [tab, setTab] = useState<LabTab>(lastTab)
  const show = (next: LabTab) => {
    lastTab = next
    setTab(next)
  }
  return (
    <Tabs value={tab} onChange={show} className="flex min-h-0 flex-1 flex-col">
      <div className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-line border-b px-5 py-2.5 @max-[62.5rem]:px-4">
        <h1 className="font-semibold text-xl">{copy.lab.title}</h1>
        <TabList label={copy.lab.tabs.label} tabs={tabs.map((name) => ({ name, label: copy.lab.tabs[name] }))} />
        <p className="text-[13px] text-soft @max-[73.75rem]:hidden">{copy.lab.intro}</p>
      </div>
      <TabPanel of="recording" className="flex min-h-0 flex-1">
        <RecordingView />
      </TabPanel>
      <TabPanel of="paged" className="min-h-0 flex-1 overflow-y-auto">
        <PagedView />
      </TabPanel>
      <TabPanel of="experiments" className="min-h-0 flex-1 overflow-y-auto">
        <ExperimentCards />
      </TabPanel>
    </Tabs>
  )
}
