import { expect, it } from 'vitest'
import { SerialQueue } from './serial-queue'

it('SerialQueue starts a job when the previous job has ended, in order of arrival', async () => {
  const queue = new SerialQueue()
  const log: string[] = []
  let endFirst = () => {}
  const first = queue.run(async () => {
    log.push('first starts')
    await new Promise<void>((resolve) => {
      endFirst = resolve
    })
    log.push('first ends')
  })
  const second = queue.run(() => void log.push('second'))
  const third = queue.run(async () => void log.push('third'))
  await new Promise(setImmediate)
  expect(log).toEqual(['first starts'])
  endFirst()
  await Promise.all([first, second, third])
  expect(log).toEqual(['first starts', 'first ends', 'second', 'third'])
})

it('SerialQueue returns the result of a job', async () => {
  const queue = new SerialQueue()
  expect(await Promise.all([queue.run(() => 1), queue.run(async () => 'two')])).toEqual([1, 'two'])
})

it('SerialQueue rejects only the promise of the job that failed', async () => {
  const queue = new SerialQueue()
  const thrown = queue.run(() => {
    throw new Error('at once')
  })
  const rejected = queue.run(() => Promise.reject(new Error('later')))
  const fine = queue.run(() => 'fine')
  await expect(thrown).rejects.toThrow('at once')
  await expect(rejected).rejects.toThrow('later')
  expect(await fine).toBe('fine')
})

it('SerialQueue reports a failure that no caller handles, like any other promise', async () => {
  const queue = new SerialQueue()
  const unhandled = new Promise((resolve) => {
    const others = process.listeners('unhandledRejection')
    process.removeAllListeners('unhandledRejection')
    process.once('unhandledRejection', (error) => {
      for (const listener of others) process.on('unhandledRejection', listener)
      resolve(error)
    })
  })
  void queue.run(() => Promise.reject(new Error('nobody looks')))
  expect(await unhandled).toEqual(new Error('nobody looks'))
})
