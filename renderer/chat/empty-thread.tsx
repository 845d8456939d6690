import { useEffect } from 'react'
import { copy } from '../../core/copy/copy'
import { useApp } from '../client/use-app'
import { forgetTroubles, ModelTroubles } from '../models/model-troubles'
import { OpenFile } from '../models/open-file'
import { RecommendedList } from '../models/recommended/recommended-list'
import { send } from './conversation/conversation-store'

/** The embedded model knows only English. */
const questions = ['Why is the sky blue?', 'Write a poem about the sea.', 'Tell me a tiny story.']

export function EmptyThread() {
  useEffect(() => forgetTroubles, [])
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
        <h2 className="font-semibold text-xl">{texts.title}</h2>
        <p className="mt-1">{texts.what}</p>
        <p className="mt-1 text-soft">{texts.demo(file.name)}</p>
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
      <ModelTroubles />
      <RecommendedList>
        <span>{copy.models.recommended.orFile}</span>
        <OpenFile />
      </RecommendedList>
    </div>
  )
}
