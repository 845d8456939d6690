import { X } from 'lucide-react'
import { copy } from '../../core/copy/copy'
import { CachePanel } from '../cache/cache-panel'
import { EventsPanel } from '../events/events-panel'
import { SettingsPanel } from '../settings-panel/settings-panel'
import { IconButton } from '../ui/controls/icon-button'
import { TabList, TabPanel, Tabs } from '../ui/controls/tabs'
import { useEscape } from '../ui/use-escape'
import { usePreferences } from '../window/preference-store'
import { closePanel, type Panel, showPanel, useWindow } from '../window/window-store'
import { useIsPanelOver } from './use-panel-room'

const tabs: readonly Panel[] = ['cache', 'settings', 'events']
/** The events are there if a command has opened them. */
const isPlain = (tab: Panel, open: Panel): boolean => tab !== 'events' || open === 'events'

export function SidePanel() {
  const panel = useWindow((state) => state.panel)
  const details = usePreferences((values) => values.details)
  const isOver = useIsPanelOver()
  useEscape(isOver, closePanel)
  const text = copy.app.panel
  const [name, labels] = details ? [text.name, text.tabs] : [text.plainName, text.plainTabs]
  const shown = details ? tabs : tabs.filter((tab) => isPlain(tab, panel))
  const layout = isOver
    ? 'absolute top-12 right-0 bottom-0 z-30 w-80 max-w-[calc(100%-3.5rem)] shadow-raised'
    : 'w-80 shrink-0 @max-[62.5rem]:w-72'
  return (
    <aside aria-label={name} className={`border-line border-l bg-panel ${layout}`}>
      <Tabs value={panel} onChange={showPanel} className="flex h-full flex-col">
        <div className="flex shrink-0 items-center border-line border-b px-2">
          <TabList look="line" label={text.tabList} tabs={shown.map((tab) => ({ name: tab, label: labels[tab] }))} />
          {isOver && <IconButton icon={X} label={text.close} onClick={closePanel} />}
        </div>
        <TabPanel of="cache" className="relative min-h-0 flex-1 overflow-y-auto">
          <CachePanel />
        </TabPanel>
        <TabPanel of="settings" className="relative min-h-0 flex-1 overflow-y-auto">
          <SettingsPanel />
        </TabPanel>
        <TabPanel of="events" className="relative min-h-0 flex-1 overflow-y-auto">
          <EventsPanel />
        </TabPanel>
      </Tabs>
    </aside>
  )
}
