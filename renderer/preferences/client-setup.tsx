import { useState } from 'react'
import { copy } from '../../core/copy/copy'
import { modelIdOf } from '../../core/serve/model-id'
import { clientSetup, type SetupClient, setupClients } from '../../core/serve/setup/client-setup'
import { useApp } from '../client/use-app'
import { Choice } from '../ui/controls/choice'
import { CopyButton } from '../ui/controls/copy-button'
import { PreferenceRow } from './preference-row'

/** Without a model, a text shows these. */
const unloaded = { model: 'MODEL', contextTokens: 8192 }

/** `madeKey` is known only until the window closes, because Headroom stores no key. */
export function ClientSetup({ url, madeKey }: { readonly url: string; readonly madeKey: string | null }) {
  const texts = copy.preferences.api.setup
  const model = useApp((state) => state.app?.model)
  const [client, setClient] = useState<SetupClient>('claude-code')
  const loaded = model?.status === 'ready' ? { model: modelIdOf(model.file.path), contextTokens: model.context.contextTokens } : unloaded
  const facts = { url, key: madeKey, ...loaded }
  const { file, text } = clientSetup(client, facts)
  const options = setupClients.map((value) => ({ value, label: clientSetup(value, facts).name }))
  return (
    <>
      <PreferenceRow name={texts.title} note={texts.note(madeKey !== null, model?.status === 'ready')}>
        <span className="w-48">
          <Choice label={texts.title} value={client} options={options} onChange={setClient} />
        </span>
      </PreferenceRow>
      <div className="mb-2.5 rounded-md border border-line bg-panel text-[12px]">
        <div className="flex items-center justify-between gap-3 border-line border-b py-1 pr-1.5 pl-3 text-soft">
          <span className="min-w-0 [overflow-wrap:anywhere]">{texts.where(client, file)}</span>
          <CopyButton isWide label={texts.copy} text={() => text} />
        </div>
        <pre data-testid="client-setup" className="overflow-x-auto px-3 py-2 font-mono leading-relaxed">
          {text}
        </pre>
      </div>
    </>
  )
}
