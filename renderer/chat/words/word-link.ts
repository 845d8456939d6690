/** Links the words of the open conversation to the cells that hold them. */
import { useEffect, useRef } from 'react'
import type { CacheSample } from '../../../core/contract/cache/cache'
import type { StoredMessage } from '../../../core/contract/chat/conversations'
import { appStore } from '../../client/app-store'
import { conversationStore, showMessage } from '../conversation/conversation-store'
import { heldText, messagesAt, positionsOf, rangeAt, textOf } from './held-text'
import { light, litStore } from './lit-store'
import { messageElement, rangeOf, type ShownWord, showLit, shownWords } from './shown-words'

/** The messages of the open conversation. undefined if the cells hold another one, or if the spans are too coarse. */
export function messagesOf(sample: CacheSample): readonly StoredMessage[] | undefined {
  const { thread } = conversationStore.getState()
  return sample.blockTokens === 1 && thread?.conversation.id === sample.conversationId ? thread.messages : undefined
}

let asked = 0

async function wordsAt(sample: CacheSample, from: number, to: number): Promise<{ messageId: string; words: ShownWord[] }[]> {
  const { engine } = appStore.getState()
  const messages = messagesOf(sample)
  if (!engine || !messages) return []
  const found = []
  for (const number of messagesAt(sample, from, to)) {
    const message = messages[number - 1]
    if (!message) continue
    const held = await heldText(engine, sample, number, message)
    const range = rangeAt(held, from, to)
    if (!range) continue
    const element = messageElement(message.id)
    const words = element ? shownWords(element, held.text) : []
    found.push({ messageId: message.id, words: words.filter(({ source }) => source.from < range.to && source.to > range.from) })
  }
  return found
}

/** Lights the words in a range of positions. Call it with undefined when the pointer leaves. */
export async function lightWords(sample: CacheSample | undefined, range: { readonly from: number; readonly to: number } | undefined) {
  const ask = ++asked
  if (!sample || !range) return showLit([])
  const found = await wordsAt(sample, range.from, range.to).catch(warn)
  if (ask === asked) showLit((found ?? []).flatMap(({ words }) => words))
}

/** Scrolls to the words in a range of positions, and lights them. */
export async function goToWords(sample: CacheSample, from: number, to: number): Promise<void> {
  const [first] = (await wordsAt(sample, from, to).catch(warn)) ?? []
  if (!first) return
  showMessage(first.messageId)
  // A message that was not on the page is there after two frames.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const words = (await wordsAt(sample, from, to).catch(warn))?.flatMap((message) => message.words) ?? []
  asked++
  showLit(words)
  words[0]?.node.parentElement?.scrollIntoView({ block: 'nearest' })
}

const warn = (error: unknown): undefined => void console.warn('words', error)

function wordUnder(messages: readonly StoredMessage[], x: number, y: number) {
  const caret = document.caretPositionFromPoint(x, y)
  if (!caret || !(caret.offsetNode instanceof Text)) return undefined
  const element = caret.offsetNode.parentElement?.closest<HTMLElement>('[data-message]')
  const index = messages.findIndex(({ id }) => id === element?.dataset.message)
  const message = messages[index]
  if (!element || !message) return undefined
  const word = shownWords(element, textOf(message)).find(
    ({ node, from, to }) => node === caret.offsetNode && caret.offset >= from && caret.offset <= to,
  )
  // The nearest caret can be far from the pointer, such as at the end of a line.
  const isUnder =
    word && [...rangeOf(word).getClientRects()].some((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
  return isUnder ? { number: index + 1, message, word } : undefined
}

/** Lights the cells of the word under the pointer. A clicked word stays lit until the next click. */
export function useWordLink(sample: CacheSample | undefined): void {
  const latest = useRef(sample)
  latest.current = sample
  useEffect(() => {
    litStore.setState({ sample })
    return () => litStore.setState({ sample: undefined })
  }, [sample])
  useEffect(() => {
    let frame = 0
    let isPinned = false
    const look = async (x: number, y: number): Promise<boolean> => {
      const ask = ++asked
      const { engine } = appStore.getState()
      const cells = latest.current
      const messages = cells && messagesOf(cells)
      const under = engine && messages && wordUnder(messages, x, y)
      if (!under) {
        if (litStore.getState().lit) clear()
        return false
      }
      const held = await heldText(engine, cells, under.number, under.message).catch(warn)
      if (ask !== asked || !held) return false
      const positions = positionsOf(held, under.word.source)
      light(positions.length > 0 ? { sequence: cells.sequence, positions } : undefined)
      showLit(positions.length > 0 ? [under.word] : [])
      return positions.length > 0
    }
    const clear = () => {
      light(undefined)
      showLit([])
    }
    const isInThread = ({ target }: Event) => target instanceof Element && target.closest('[data-message]') !== null
    const onMove = (event: PointerEvent) => {
      if (isPinned || event.buttons > 0) return
      cancelAnimationFrame(frame)
      // A place link lights its words itself.
      if (event.target instanceof Element && event.target.closest('[data-lights]')) return
      if (isInThread(event)) frame = requestAnimationFrame(() => void look(event.clientX, event.clientY))
      else if (litStore.getState().lit) clear()
    }
    const onClick = (event: MouseEvent) => {
      isPinned = false
      if (!isInThread(event) || !getSelection()?.isCollapsed) return
      void look(event.clientX, event.clientY).then((isLit) => {
        isPinned = isLit
        if (isLit) document.querySelector('[data-cells]')?.scrollIntoView({ block: 'nearest' })
      })
    }
    document.addEventListener('pointermove', onMove)
    document.addEventListener('click', onClick)
    return () => {
      document.removeEventListener('pointermove', onMove)
      document.removeEventListener('click', onClick)
      cancelAnimationFrame(frame)
      clear()
    }
  }, [])
}
