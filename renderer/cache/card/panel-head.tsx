import { copy } from '../../../core/copy/copy'
import { Button } from '../../ui/controls/button'
import { Explained } from '../../ui/explained'
import { setPreferences, usePreferences } from '../../window/preference-store'

/** Is in the same place in both views, so the button does not move. */
export function PanelHead() {
  const details = usePreferences((values) => values.details)
  const texts = copy.cache.card
  return (
    <div className="flex items-center justify-between gap-2">
      <h2 className="min-w-0 font-medium">
        <Explained by={texts.meaning}>{texts.title}</Explained>
      </h2>
      <Button
        look="quiet"
        className="-mr-2 h-7 px-2"
        title={details ? undefined : texts.detailsMeaning}
        onClick={() => void setPreferences({ details: !details })}
      >
        {details ? texts.fewer : texts.details}
      </Button>
    </div>
  )
}
