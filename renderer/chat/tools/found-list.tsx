import { useStore } from 'zustand'
import { copy } from '../../../core/copy/copy'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { importFrom, toolsStore } from './tools-store'

export function FoundList() {
  const { found, imported, isSaving } = useStore(toolsStore)
  const texts = copy.chat.tools
  if (imported) return <p className="mt-3 text-[13px]">{texts.imported(imported)}</p>
  if (!found) return null
  if (found.length === 0) return <p className="mt-3 text-[13px] text-soft">{texts.nothingFound}</p>
  return (
    <ul className="mt-3 divide-y divide-line rounded-md border border-line">
      {found.map(({ app, path, names, failure }) => (
        <li key={app} className="flex flex-wrap items-center gap-2 px-3 py-2 text-[13px]">
          <div className="min-w-0 flex-1">
            <p>{texts.apps[app]}</p>
            <p className="truncate text-[12px] text-faint" title={path}>
              {names.length > 0 ? names.join(', ') : path}
            </p>
            {failure && <FailureAlert failure={failure} />}
          </div>
          {!failure && (
            <Button disabled={isSaving} onClick={() => void importFrom(app)}>
              {texts.importFrom(texts.apps[app])}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
