import { closeSync, cpSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { dataFolder, openTestStore } from '../../main/store/testing/test-store'
import { faultsOf, faultsOfCopy } from './kept-messages'

const damaged = mkdtempSync(join(tmpdir(), 'headroom-kills-'))
afterAll(() => rmSync(damaged, { recursive: true, force: true }))

const pageBytes = 4096

it('the check after a kill finds a missing message, a changed message and a damaged page', () => {
  const folder = dataFolder()
  const store = openTestStore(folder)
  const { id: conversationId } = store.conversations.create('')
  const [kept, changed] = ['kept', 'changed'].map((text) => store.messages.addPrompt(conversationId, null, text.repeat(2000)))
  if (!kept || !changed) throw new Error('Expected two messages')
  const [other, gone] = [
    { ...changed, text: 'other' },
    { ...kept, id: 'gone' },
  ] as const
  expect(faultsOf(folder, [kept, other, gone])).toEqual({ integrity: undefined, lost: [other, gone] })
  store.close()
  expect(faultsOfCopy(folder, [kept, changed])).toEqual({ integrity: undefined, lost: [] })

  cpSync(folder, damaged, { recursive: true })
  const path = join(damaged, 'headroom.sqlite')
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0xff), 0, pageBytes, statSync(path).size - pageBytes)
  closeSync(file)
  expect(faultsOfCopy(damaged, []).integrity).toBeDefined()
})
