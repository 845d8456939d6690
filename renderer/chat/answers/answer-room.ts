import { useRef } from 'react'

const stepPx = 120

/** Grows an answer's height in steps, so that the page moves once per step. Keeps unused height, so that nothing jumps at the end. */
export function useAnswerRoom() {
  const room = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const takenPx = useRef(0)
  const fit = () => {
    const height = content.current?.offsetHeight ?? 0
    if (!room.current || height <= takenPx.current) return
    takenPx.current = Math.ceil(height / stepPx) * stepPx
    room.current.style.minHeight = `${takenPx.current}px`
  }
  return { room, content, fit }
}
