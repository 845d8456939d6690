import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { showScreen } from '../window/window-store'
import { send } from './conversation/conversation-store'

/** The embedded model knows only English. */
const questions = ['What is the KV cache?', 'What is a quantized KV cache?', 'Tell me a tiny story.']

export function EmptyThread() {
  const model = useApp((state) => state.app?.model)
  if (model?.status !== 'ready') return null
  const { file } = model
  const texts = copy.chat.thread.empty
  return (
    <div className="mx-auto my-auto flex max-w-xl flex-col px-6 py-4 text-center">
      <h2 className="truncate font-semibold text-xl" title={file.name}>
        {file.name}
      </h2>
      {file.origin === 'embedded' ? (
        <>
          <p className="mt-2 text-soft">{texts.demonstration}</p>
          <div className="mt-5 flex flex-col items-stretch gap-2">
            {questions.map((question) => (
              <button
                key={question}
                type="button"
                lang="en"
                className="rounded-lg border border-line bg-raised px-4 py-2.5 text-left transition-colors hover:border-accent hover:bg-accent-soft"
                onClick={() => void send(question)}
              >
                {question}
              </button>
            ))}
          </div>
          <p className="mt-5 text-[13px] text-faint">
            {texts.realModel.before}
            <button type="button" className="text-accent underline underline-offset-2" onClick={() => showScreen('models')}>
              {texts.realModel.screen}
            </button>
            {texts.realModel.after}
          </p>
        </>
      ) : (
        <p className="mt-2 text-soft">{texts.local}</p>
      )}
    </div>
  )
}
