import { existsSync } from 'node:fs'
import { beforeAll, expect, it } from 'vitest'
import type { Store } from '../store'
import { dataFolder, openTestStore } from './test-store'

let folder: string
let store: Store
beforeAll(() => {
  folder = dataFolder()
})

it('openTestStore opens a store in a folder that all tests of a file share', () => {
  store = openTestStore(folder)
  expect(store.database.isOpen).toBe(true)
})
it('a store from openTestStore is still open in the next test of the file', () => {
  expect(store.database.isOpen).toBe(true)
})

let folderOfTest: string
it('openTestStore opens a store in the folder of one test', () => {
  folderOfTest = dataFolder()
  expect(openTestStore(folderOfTest).database.isOpen).toBe(true)
})
it('the folder of a test is removed after the test', () => {
  expect(existsSync(folderOfTest)).toBe(false)
})
