import { Tabs as BaseTabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

export interface TabsProps<T extends string> {
  readonly value: T
  readonly onChange: (value: T) => void
  readonly className?: string
  readonly children: ReactNode
}

export function Tabs<T extends string>({ value, onChange, className, children }: TabsProps<T>) {
  return (
    <BaseTabs.Root value={value} onValueChange={(next) => onChange(next as T)} className={className}>
      {children}
    </BaseTabs.Root>
  )
}

export interface TabListProps<T extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: T; readonly label: string }[]
  /** `line` is as tall as the header next to it. */
  readonly look?: 'pills' | 'wide pills' | 'line'
}

const pill =
  'h-7 rounded px-2.5 text-[13px] text-soft hover:text-ink data-[active]:bg-raised data-[active]:font-medium data-[active]:text-ink data-[active]:shadow-[0_0_0_1px_var(--line)]'
const looks = {
  pills: { list: 'flex gap-0.5 rounded-md bg-sunken p-0.5', tab: pill },
  'wide pills': { list: 'flex gap-0.5 rounded-md bg-sunken p-0.5', tab: `flex-1 ${pill}` },
  line: {
    list: 'flex flex-1',
    tab: 'h-12 flex-1 border-transparent border-b-2 text-[13px] text-soft data-[active]:border-accent data-[active]:font-medium data-[active]:text-ink',
  },
} as const

export function TabList<T extends string>({ label, tabs, look = 'pills' }: TabListProps<T>) {
  return (
    <BaseTabs.List aria-label={label} className={looks[look].list}>
      {tabs.map(({ name, label }) => (
        <BaseTabs.Tab key={name} value={name} className={looks[look].tab}>
          {label}
        </BaseTabs.Tab>
      ))}
    </BaseTabs.List>
  )
}

export interface TabPanelProps<T extends string> {
  readonly of: T
  readonly className?: string
  readonly children: ReactNode
}

/** Unmounted while another tab is open. */
export const TabPanel = <T extends string>({ of, className, children }: TabPanelProps<T>) => (
  <BaseTabs.Panel value={of} className={className}>
    {children}
  </BaseTabs.Panel>
)
