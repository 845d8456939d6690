import { useEffect, useState } from 'react'
import type { ImageSize } from '../../../core/contract/chat/documents'
import { copy } from '../../../core/copy/copy'
import { type ShownFailure, shownFailure, shownSentence } from '../../client/failures'
import { useApp } from '../../client/use-app'

export interface ImageViewProps {
  readonly id: string
  readonly conversationId: string | null
  readonly name: string
  readonly size: ImageSize
  /** In CSS pixels. */
  readonly mostHeight: number
}

type Shown = { readonly url: string } | { readonly failure: ShownFailure }

/** Has its size before the host sends the image. */
export function ImageView({ id, conversationId, name, size, mostHeight }: ImageViewProps) {
  const host = useApp((state) => state.host)
  const [shown, setShown] = useState<Shown>()
  useEffect(() => {
    let isGone = false
    const show = (next: Shown) => !isGone && setShown(next)
    host?.documents
      .image({ id, conversationId })
      .then(({ mediaType, base64 }) => show({ url: `data:${mediaType};base64,${base64}` }))
      .catch((error: unknown) => show({ failure: shownFailure(error) }))
    return () => {
      isGone = true
    }
  }, [host, id, conversationId])
  if (shown && 'failure' in shown) return <p className="text-[12px] text-danger">{`${name}: ${shownSentence(shown.failure).what}`}</p>
  const { width, height } = size
  return (
    <div
      className="max-w-full overflow-hidden rounded-lg border border-line bg-sunken"
      style={{ aspectRatio: `${width} / ${height}`, width: Math.min(width, (mostHeight * width) / height) }}
    >
      {shown && <img src={shown.url} alt={copy.chat.documents.imageNamed(name)} className="size-full object-contain" />}
    </div>
  )
}
