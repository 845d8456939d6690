import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, vi } from 'vitest'
import type { Story } from './story'

let root: Root
export let box: HTMLElement

/** StrictMode, which the app also uses, runs every effect twice. */
export function show(story: Story): HTMLElement {
  story.beforeEach()
  flushSync(() => root.render(<StrictMode>{story.render()}</StrictMode>))
  return box.querySelector('[data-testid="frame"]') as HTMLElement
}
export const button = (name: string): HTMLButtonElement => {
  const found = [...box.querySelectorAll('button')].find((one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name)
  if (!found) throw new Error(`There is no button "${name}"`)
  return found
}
/** Replaces the text of the input with this label, as typing does. */
export function type(label: string, text: string): void {
  const input = box.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)
  if (!input) throw new Error(`There is no input "${label}"`)
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  flushSync(() => input.dispatchEvent(new Event('input', { bubbles: true })))
}
/** Ends a hanging test. No test depends on speed. */
export const until = (check: () => unknown) => vi.waitFor(check, 30_000)
/** Every answer of the fake host has arrived by then. */
export const settled = () => new Promise((resolve) => setTimeout(resolve))
export const named = (story: Story, name: string) => story.calls.filter((call) => call.name === name)

beforeEach(() => {
  box = document.createElement('div')
  box.id = 'root'
  document.body.append(box)
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})
