import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { RecommendedList } from '../models/recommended/recommended-list'
import { send } from './conversation/conversation-store'

/** The embedded model knows only English. */
const questions = ['What is the KV cache?', 'What is a quantized KV cache?', 'Tell me a tiny story.']

export function EmptyThread() {
  const model = useApp((state) => state.app?.model)
  if (model?.status !== 'ready') return null
  const { file } = model
  const texts = copy.chat.thread.empty
  if (file.origin !== 'embedded')
    return (
      <div className="mx-auto my-auto flex max-w-xl flex-col px-6 py-4 text-center">
        <h2 className="truncate font-semibold text-xl" title={file.name}>
          {file.name}
        </h2>
        <p className="mt-2 text-soft">{texts.local}</p>
      </div>
    )
  return (
    <div className="mx-auto my-auto flex w-full max-w-2xl flex-col gap-7 px-6 py-4">
      <div>
        <h2 className="truncate font-semibold text-xl" title={file.name}>
          {texts.tryNow(file.name)}
        </h2>
        <p className="mt-1 text-soft">{texts.demonstration}</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {questions.map((question) => (
            <button
              key={question}
              type="button"
              lang="en"
              className="rounded-full border border-line bg-raised px-4 py-1.5 text-left text-[13px] transition-colors hover:border-accent hover:bg-accent-soft"
              onClick={() => void send(question)}
            >
              {question}
            </button>
          ))}
        </div>
      </div>
      <RecommendedList />
    </div>
  )
}
