import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { removeLeftovers } from './state-folder'

const parent = mkdtempSync(path.join(os.tmpdir(), 'headroom-test-'))
afterAll(() => rmSync(parent, { recursive: true }))

describe('removeLeftovers', () => {
  it('removes the folders of engines that were killed, and no other folders', () => {
    // On Linux, process ids are less than 2^22.
    const names = [`headroom-cells-${2 ** 30}-abc`, `headroom-cells-${process.pid}-abc`, 'headroom-cells-of-somebody', 'other']
    for (const name of names) mkdirSync(path.join(parent, name))
    removeLeftovers([parent])
    expect(readdirSync(parent).sort()).toEqual(names.slice(1).sort())
  })
})
