import { type DragEvent, useState } from 'react'
import { listStore } from './list-store'

/** No other page or program reads it. */
const type = 'application/x-headroom-conversations'

/** A selected conversation takes the other selected ones along. */
export function dragConversation({ dataTransfer }: DragEvent, id: string): void {
  const { selected } = listStore.getState()
  dataTransfer.setData(type, JSON.stringify(selected?.has(id) ? [...selected] : [id]))
  dataTransfer.effectAllowed = 'move'
}

/** `target` are the properties of the element that receives the conversations. */
export function useConversationDrop(onDrop: (conversationIds: readonly string[]) => void) {
  const [isOver, setOver] = useState(false)
  const carries = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(type)
  const target = {
    onDragOver: (event: DragEvent) => {
      if (!carries(event)) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!currentTarget.contains(relatedTarget as Node | null)) setOver(false)
    },
    onDrop: (event: DragEvent) => {
      if (!carries(event)) return
      event.preventDefault()
      setOver(false)
      onDrop(JSON.parse(event.dataTransfer.getData(type)) as string[])
    },
  }
  return { isOver, target }
}
