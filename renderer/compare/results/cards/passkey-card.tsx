import { copy } from '../../../../core/copy/copy'
import type { MeasuredSetting } from '../../measured/measured-setting'
import { CountCard, type CountColumn } from './count-card'

export function PasskeyCard({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const texts = copy.compare.charts.passkey
  const depths = new Set(settings.flatMap(({ passkey }) => passkey?.byDepth.map(({ depth }) => depth) ?? []))
  const columns = [...depths]
    .sort((a, b) => a - b)
    .map(
      (depth): CountColumn => ({
        key: depth,
        heading: texts.place(depth),
        of: ({ passkey }) => passkey?.byDepth.find((one) => one.depth === depth) ?? null,
      }),
    )
  return <CountCard texts={texts} settings={settings} columns={columns} />
}
