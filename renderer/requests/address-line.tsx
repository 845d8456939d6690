import { copy } from '../../core/copy/copy'
import { useApiStatus } from '../client/use-api-status'
import { Button } from '../ui/controls/button'
import { CopyButton } from '../ui/controls/copy-button'
import { showApiSettings } from './show-api-settings'

/** The base addresses, without the instructions of the empty screen. */
export function AddressLine() {
  const texts = copy.requests.address
  const status = useApiStatus()
  if (!status) return null
  const { url } = status
  const addresses = url === null ? [] : ([`${url}/v1`, url] as const)
  return (
    <section aria-label={texts.name} className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-b px-4 py-1.5 text-[12px]">
      {url === null && <p className="text-soft">{texts.off}</p>}
      {addresses.map((address, at) => (
        <span key={address} className="flex min-w-0 items-center gap-1.5">
          <span className="text-soft">{at === 0 ? texts.openAi : texts.others}</span>
          <code className="min-w-0 font-mono [overflow-wrap:anywhere]">{address}</code>
          <CopyButton label={copy.requests.none.copy(address)} text={() => address} />
        </span>
      ))}
      <Button className="ml-auto h-7" onClick={showApiSettings}>
        {texts.settings}
      </Button>
    </section>
  )
}
