import { useRef } from 'react'

/** Some lines of text. */
const stepPx = 120

/**
 * The room of an answer that is being written, taken in steps: the page moves once in so many lines, and between two
 * steps only the new words are painted. What is left of the last step stays, so that nothing jumps at the end.
 */
export function useAnswerRoom() {
  const room = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const takenPx = useRef(0)
  /** The content has grown. */
  const fit = () => {
    const height = content.current?.offsetHeight ?? 0
    if (!room.current || height <= takenPx.current) return
    takenPx.current = Math.ceil(height / stepPx) * stepPx
    room.current.style.minHeight = `${takenPx.current}px`
  }
  return { room, content, fit }
}
