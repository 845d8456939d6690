import { useMemo } from 'react'
import { type RequestCause, requestCauses } from '../../../core/contract/requests/request-causes'
import { copy } from '../../../core/copy/copy'
import { Choice } from '../../ui/controls/choice'
import { setFilter, useRequests } from '../state/request-store'

const all = '*'

export function FilterBar() {
  const texts = copy.requests.filter
  const records = useRequests((state) => state.records)
  const { text, client, cause, onlyLost } = useRequests((state) => state.filter)
  const clients = useMemo(() => [...new Set(records?.map((record) => record.client))].sort(), [records])
  const causes = useMemo(() => {
    const seen = new Set(records?.map(({ explanation }) => explanation?.cause))
    return requestCauses.filter((known) => seen.has(known))
  }, [records])
  return (
    <>
      <input
        type="search"
        aria-label={texts.search}
        placeholder={texts.placeholder}
        title={texts.placeholder}
        value={text}
        onChange={(event) => setFilter({ text: event.target.value })}
        className="h-8 w-44 min-w-24 flex-1 rounded-md border border-line bg-raised px-2.5 text-[13px] text-ellipsis placeholder:text-faint"
      />
      <div className="w-36">
        <Choice
          label={texts.client}
          value={client ?? all}
          options={[{ value: all, label: texts.allClients }, ...clients.map((name) => ({ value: name, label: name }))]}
          onChange={(value) => setFilter({ client: value === all ? null : value })}
        />
      </div>
      <div className="w-40">
        <Choice
          label={texts.cause}
          value={cause ?? all}
          options={[
            { value: all, label: texts.allCauses },
            ...causes.map((value) => ({ value, label: copy.requests.causes.of[value].name })),
          ]}
          onChange={(value) => setFilter({ cause: value === all ? null : (value as RequestCause) })}
        />
      </div>
      <label className="flex items-center gap-1.5 whitespace-nowrap text-[12px] text-soft">
        <input
          type="checkbox"
          className="accent-accent"
          checked={onlyLost}
          onChange={(event) => setFilter({ onlyLost: event.target.checked })}
        />
        {texts.onlyLost}
      </label>
    </>
  )
}
