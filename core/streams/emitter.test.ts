import { expect, it } from 'vitest'
import { Emitter } from './emitter'

it('Emitter calls every listener with the value, in the order in which the listeners were added', () => {
  const emitter = new Emitter<number>()
  const log: string[] = []
  emitter.listen((value) => log.push(`first ${value}`))
  emitter.listen((value) => log.push(`second ${value}`))
  emitter.emit(1)
  emitter.emit(2)
  expect(log).toEqual(['first 1', 'second 1', 'first 2', 'second 2'])
})

it('Emitter stops calling a removed listener, and still calls the others', () => {
  const emitter = new Emitter()
  const log: string[] = []
  const removeFirst = emitter.listen(() => log.push('first'))
  emitter.listen(() => log.push('second'))
  removeFirst()
  removeFirst()
  emitter.emit()
  expect(log).toEqual(['second'])
})

it('Emitter removes only one listener if the same function listens twice', () => {
  const emitter = new Emitter()
  let calls = 0
  const listener = () => void calls++
  emitter.listen(listener)
  emitter.listen(listener)()
  emitter.emit()
  expect(calls).toBe(1)
})

it('Emitter calls all current listeners, even if one removes another', () => {
  const emitter = new Emitter()
  const log: string[] = []
  let removeSecond = () => {}
  emitter.listen(() => removeSecond())
  removeSecond = emitter.listen(() => log.push('second'))
  emitter.emit()
  emitter.emit()
  expect(log).toEqual(['second'])
})

it("Emitter throws a listener's error to the caller", () => {
  const emitter = new Emitter()
  emitter.listen(() => {
    throw new Error('no room')
  })
  expect(() => emitter.emit()).toThrow('no room')
})
