import { Tabs } from '@base-ui/react/tabs'
import { CachePanel } from '../cache/cache-panel'
import { SettingsPanel } from '../settings/settings-panel'
import { type Panel, showPanel, useWindow } from './window-store'

export function SidePanel() {
  const panel = useWindow((state) => state.panel)
  const tab =
    'h-12 flex-1 border-transparent border-b-2 text-[13px] text-soft data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink'
  return (
    <aside aria-label="Cache and settings" className="w-80 shrink-0 border-line border-l bg-panel max-[1000px]:w-72">
      <Tabs.Root value={panel} onValueChange={(value) => showPanel(value as Panel)} className="flex h-full flex-col">
        <Tabs.List className="flex shrink-0 border-line border-b px-2">
          <Tabs.Tab value="cache" className={tab}>
            Cache
          </Tabs.Tab>
          <Tabs.Tab value="settings" className={tab}>
            Settings
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="cache" className="min-h-0 flex-1 overflow-y-auto">
          <CachePanel />
        </Tabs.Panel>
        <Tabs.Panel value="settings" className="min-h-0 flex-1 overflow-y-auto">
          <SettingsPanel />
        </Tabs.Panel>
      </Tabs.Root>
    </aside>
  )
}
