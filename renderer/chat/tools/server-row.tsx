import { useState } from 'react'
import { useStore } from 'zustand'
import type { ToolsPrice } from '../../../core/contract/chat/conversation-tools'
import type { ListedServer } from '../../../core/contract/mcp/mcp-servers'
import { copy } from '../../../core/copy/copy'
import { FailureAlert } from '../../ui/alert'
import { Button } from '../../ui/controls/button'
import { ToggleSwitch } from '../../ui/controls/toggle-switch'
import { Question } from '../../ui/question'
import { conversationStore } from '../conversation/conversation-store'
import { useIsAnswering } from '../conversation/use-is-answering'
import {
  acceptSwitch,
  cancelSwitch,
  editServer,
  hideLog,
  offerSwitch,
  removeServer,
  type SwitchOffer,
  showLog,
  stopServer,
  toolsStore,
} from './tools-store'

export function ServerRow({ server: { name, summary, state } }: { readonly server: ListedServer }) {
  const isOn = useStore(conversationStore, ({ thread }) => thread?.tools?.some(({ server }) => server === name) ?? false)
  const offer = useStore(toolsStore, ({ offer: one }) => (one?.server === name ? one : undefined))
  const isAnswering = useIsAnswering()
  const texts = copy.chat.tools
  return (
    <li aria-label={name} className="py-2.5 text-[13px]">
      <div className="flex items-center gap-3">
        <div className="min-w-0 flex-1">
          <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
          <p className="truncate font-mono text-[12px] text-faint" title={summary}>
            {summary}
          </p>
          <p role="status" className="text-[12px] text-soft">
            {state.status === 'ready' ? texts.states.ready(state.tools.length) : texts.states[state.status]}
            {isOn && ` · ${texts.isOn}`}
          </p>
        </div>
        <ToggleSwitch
          label={texts.switchLabel(name)}
          checked={isOn}
          disabled={isAnswering || offer !== undefined}
          onChange={(next) => void offerSwitch(name, next)}
        />
      </div>
      {offer && <Offer offer={offer} />}
      {state.status === 'failed' && (
        <div className="mt-2">
          <FailureAlert failure={state.failure} />
        </div>
      )}
      {state.status === 'ready' && (
        <div className="mt-1 text-[12px] text-soft [overflow-wrap:anywhere]">
          <p>{state.tools.map((tool) => tool.name).join(', ')}</p>
          {state.tools.map(
            (tool) =>
              tool.schemaRefusal && (
                <p key={tool.name} className="mt-1">
                  {texts.unbound(tool.name, tool.schemaRefusal)}
                </p>
              ),
          )}
        </div>
      )}
      <Actions name={name} isRunning={state.status === 'ready'} />
    </li>
  )
}

function Offer({ offer }: { readonly offer: SwitchOffer }) {
  const { isOn, price } = offer
  const texts = copy.chat.tools
  if (!price)
    return (
      <p role="status" className="mt-2 text-[12px] text-faint">
        {texts.working}
      </p>
    )
  return (
    <div className="mt-2 rounded-md border border-line bg-panel px-3 py-2">
      <Price isOn={isOn} price={price} />
      <div className="mt-2 flex gap-2">
        <Button onClick={cancelSwitch}>{texts.cancel}</Button>
        <Button look="primary" onClick={() => void acceptSwitch(offer)}>
          {isOn ? texts.switchOn : texts.switchOff}
        </Button>
      </div>
    </div>
  )
}

function Price({ isOn, price }: { readonly isOn: boolean; readonly price: ToolsPrice }) {
  const texts = copy.chat.tools
  if ('serverListTokens' in price) return <p>{texts.serverPrice(price.serverListTokens, isOn)}</p>
  const { listTokens, processedTokens, processMs, promptTokens, contextTokens } = price
  return (
    <>
      <p>{(isOn ? texts.priceOn : texts.priceOff)(listTokens, processedTokens, processMs)}</p>
      {isOn && promptTokens >= contextTokens && <p className="mt-1 text-danger">{texts.doesNotFit(promptTokens, contextTokens)}</p>}
    </>
  )
}

function Actions({ name, isRunning }: { readonly name: string; readonly isRunning: boolean }) {
  const log = useStore(toolsStore, ({ log: shown }) => (shown?.name === name ? shown.text : undefined))
  const [isRemoving, setRemoving] = useState(false)
  const texts = copy.chat.tools
  const small = 'h-7 text-[12px]'
  return (
    <>
      <div className="mt-1 -ml-3 flex flex-wrap">
        <Button look="quiet" className={small} onClick={() => void editServer(name)}>
          {texts.edit}
        </Button>
        <Button look="quiet" className={small} onClick={() => (log === undefined ? void showLog(name) : hideLog())}>
          {log === undefined ? texts.log : texts.hideLog}
        </Button>
        {isRunning && (
          <Button look="quiet" className={small} onClick={() => void stopServer(name)}>
            {texts.stop}
          </Button>
        )}
        <Button look="quiet" className={small} onClick={() => setRemoving(true)}>
          {texts.remove}
        </Button>
      </div>
      {log !== undefined && (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard.
          tabIndex={0}
          className="mt-1 max-h-48 overflow-auto whitespace-pre-wrap rounded-md bg-sunken p-2 font-mono text-[12px] [overflow-wrap:anywhere]"
        >
          {log === '' ? texts.emptyLog : log}
        </pre>
      )}
      <Question
        isOpen={isRemoving}
        title={texts.removeTitle(name)}
        text={texts.removeText}
        no={texts.removeNo}
        yes={texts.remove}
        onNo={() => setRemoving(false)}
        onYes={() => {
          setRemoving(false)
          void removeServer(name)
        }}
      />
    </>
  )
}
