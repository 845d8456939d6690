import { copy } from '../../core/copy/copy'
import { CopyButton } from '../ui/controls/copy-button'

/** The command in `copy.requests.none.command` uses this port. */
const address = 'http://127.0.0.1:8080'

export function NoRequests() {
  const texts = copy.requests.none
  const clients = [
    [texts.openAi, `${address}/v1`],
    [texts.anthropic, address],
    [texts.ollama, address],
  ] as const
  return (
    <section aria-label={copy.requests.name} className="min-h-0 flex-1 overflow-y-auto p-6">
      <div className="mx-auto flex max-w-xl flex-col gap-3 text-[13px] leading-snug">
        <h2 className="font-medium text-[15px]">{texts.title}</h2>
        <p className="text-soft">{texts.what}</p>
        <p>{texts.how}</p>
        <Line label={texts.command} />
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
      </div>
    </section>
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
