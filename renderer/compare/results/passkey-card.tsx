import { formatNumber } from '../../../core/text/number-language'
import { Explained } from '../../ui/explained'
import type { MeasuredSetting } from '../measured/measured-setting'

/** How often the number was found, by its depth in the text. */
export function PasskeyCard({ settings }: { readonly settings: readonly MeasuredSetting[] }) {
  const measured = settings.flatMap((setting) => (setting.passkey?.byDepth.length ? [{ setting, byDepth: setting.passkey.byDepth }] : []))
  const depths = [...new Set(measured.flatMap(({ byDepth }) => byDepth.map(({ depth }) => depth)))].sort((a, b) => a - b)
  if (measured.length === 0) return null
  return (
    <section aria-label="Passkeys by place" className="min-w-0 rounded-lg border border-line bg-raised p-3">
      <Explained
        by="A number stands somewhere in a long text, and the model is asked for it. Alert as found of tried: of so few trials an error bar would say little."
        className="font-medium text-[13px]"
      >
        Passkeys found
      </Explained>
      <p className="mb-2 text-[12px] text-faint">By place in the text: 0 % is its beginning, 100 % its end.</p>
      <div className="overflow-x-auto">
        <table className="w-full text-[13px]">
          <thead>
            <tr className="border-line border-b text-soft">
              <th scope="col" className="py-1 pr-3 text-left font-normal">
                Setting
              </th>
              {depths.map((depth) => (
                <th key={depth} scope="col" className="py-1 pl-3 text-right font-normal">
                  {formatNumber(depth * 100, 0)} %
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
                      {one ? `${one.found} of ${one.trials}` : '–'}
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
