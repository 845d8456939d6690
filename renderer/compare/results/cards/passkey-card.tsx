import { copy } from '../../../../core/copy/copy'
import { Explained } from '../../../ui/explained'
import type { MeasuredSetting } from '../../measured/measured-setting'

export function PasskeyCard({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const measured = settings.flatMap((setting) => (setting.passkey?.byDepth.length ? [{ setting, byDepth: setting.passkey.byDepth }] : []))
  const depths = [...new Set(measured.flatMap(({ byDepth }) => byDepth.map(({ depth }) => depth)))].sort((a, b) => a - b)
  if (measured.length === 0) return null
  const texts = copy.compare.charts.passkey
  return (
    <section aria-label={texts.label} className="min-w-0 rounded-lg border border-line bg-raised p-3">
      <Explained by={texts.meaning} className="font-medium text-[13px]">
        {texts.title}
      </Explained>
      <p className="mb-2 text-[12px] text-faint">{texts.note}</p>
      <div className="overflow-x-auto">
        <table className="w-full text-[13px]">
          <thead>
            <tr className="border-line border-b text-soft">
              <th scope="col" className="py-1 pr-3 text-left font-normal">
                {copy.compare.table.setting}
              </th>
              {depths.map((depth) => (
                <th key={depth} scope="col" className="py-1 pl-3 text-right font-normal">
                  {texts.place(depth)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {measured.map(({ setting, byDepth }) => (
              <tr key={setting.id} className="border-line border-b last:border-0">
                <th scope="row" className="max-w-48 truncate py-1 pr-3 text-left font-normal" title={setting.name}>
                  {setting.name}
                </th>
                {depths.map((depth) => {
                  const one = byDepth.find((found) => found.depth === depth)
                  return (
                    <td key={depth} className="whitespace-nowrap py-1 pl-3 text-right">
                      {one ? texts.found(one.found, one.trials) : '–'}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
