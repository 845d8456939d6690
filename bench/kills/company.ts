import { follow } from '../../core/streams/follow'
import type { WindowClient } from './window-client'

export interface Company {
  leave(): Promise<void>
}

export async function companyOf(round: number, window: WindowClient): Promise<Company> {
  if (round % 3 === 1) return labOf(window)
  if (round % 3 === 2) return trialsOf(window)
  return { leave: async () => {} }
}

async function labOf(window: WindowClient): Promise<Company> {
  const leaving = new AbortController()
  const request = { name: 'policies', seed: 1, modelId: null, everyMs: 100 } as const
  let ended = Promise.resolve()
  await new Promise<void>((resolve, reject) => {
    const read = async () => {
      // The host sends the first progress before the Lab's process exists.
      for await (const item of follow(window.host, window.host.lab.experiment, request, leaving.signal))
        if (item.type === 'progress' && item.work.kind !== 'starting') resolve()
      reject(new Error('The Lab’s experiment ended before it started'))
    }
    ended = read().catch(reject)
  })
  return {
    leave: () => {
      leaving.abort()
      return ended
    },
  }
}

async function trialsOf({ host }: WindowClient): Promise<Company> {
  let hasLeft = false
  const trials = async () => {
    while (!hasLeft) await host.backends.probe({ again: true })
  }
  const ended = trials().catch(() => {})
  return {
    leave: () => {
      hasLeft = true
      return ended
    },
  }
}
