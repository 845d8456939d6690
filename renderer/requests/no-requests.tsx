import { copy } from '../../core/copy/copy'
import { useApiStatus } from '../client/use-api-status'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { showApiSettings } from './show-api-settings'

export function NoRequests() {
  const texts = copy.requests.none
  const url = useApiStatus()?.url
  return (
    <section aria-label={copy.requests.name} className="min-h-0 flex-1 overflow-y-auto p-6">
      <div className="mx-auto flex max-w-xl flex-col gap-3 text-[13px] leading-snug">
        <h2 className="font-medium text-[15px]">{texts.title}</h2>
        <p className="text-soft">{texts.what}</p>
        {url ? (
          <Addresses url={url} />
        ) : (
          <>
            <p>{texts.how}</p>
            <Button className="self-start" onClick={showApiSettings}>
              {texts.openPreferences}
            </Button>
          </>
        )}
        <p className="mt-2 text-soft">{texts.commandLine}</p>
        <Line label={texts.command} />
      </div>
    </section>
  )
}

function Addresses({ url }: { readonly url: string }) {
  const texts = copy.requests.none
  const clients = [
    [texts.openAi, `${url}/v1`],
    [texts.anthropic, url],
    [texts.ollama, url],
  ] as const
  return (
    <>
      <p>{texts.key}</p>
      <Button className="self-start" onClick={showApiSettings}>
        {texts.openPreferences}
      </Button>
      <h3 className="mt-2 font-medium">{texts.clients}</h3>
      <dl className="flex flex-col gap-2">
        {clients.map(([name, value]) => (
          <div key={name}>
            <dt className="text-soft">{name}</dt>
            <dd>
              <Line label={value} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Line({ label }: { readonly label: string }) {
  return (
    <span className="flex items-center gap-2 rounded-md border border-line bg-panel py-1 pr-1 pl-3">
      <code className="min-w-0 flex-1 font-mono text-[12px] [overflow-wrap:anywhere]">{label}</code>
      <CopyButton label={copy.requests.none.copy(label)} text={() => label} />
    </span>
  )
}
