import { expect, it } from 'vitest'
import { watchLoopDelay } from './loop-delay'

it('the delay of the event loop is at least as long as the work that blocked it', async () => {
  const end = watchLoopDelay()
  // The timer has to run before and after the work.
  await new Promise((resolve) => setTimeout(resolve, 5))
  const until = performance.now() + 40
  while (performance.now() < until);
  await new Promise((resolve) => setTimeout(resolve, 5))
  const { mostMs, busy } = end()
  expect(mostMs).toBeGreaterThan(35)
  expect(busy).toBeGreaterThan(0)
})
