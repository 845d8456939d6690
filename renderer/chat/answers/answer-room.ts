import { useLayoutEffect, useRef } from 'react'

const stepPx = 120

/**
 * Grows an answer's height in steps, so that the page moves once per step. Keeps unused height, so that nothing jumps at the end, until
 * another message follows.
 */
export function useAnswerRoom(isLast: boolean) {
  const room = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const takenPx = useRef(0)
  const fit = () => {
    const height = content.current?.offsetHeight ?? 0
    if (!room.current || height <= takenPx.current) return
    takenPx.current = Math.ceil(height / stepPx) * stepPx
    room.current.style.minHeight = `${takenPx.current}px`
  }
  useLayoutEffect(() => {
    if (isLast) return
    takenPx.current = 0
    room.current?.style.removeProperty('min-height')
  }, [isLast])
  return { room, content, fit }
}
