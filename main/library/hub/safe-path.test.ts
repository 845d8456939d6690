import { mkdirSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assertInside, safeSegments } from './safe-path'

describe('safeSegments', () => {
  it('accepts the names that repositories use', () => {
    expect(safeSegments('Q4_K_M/Qwen3 8B-Q4_K_M-00001-of-00002.gguf')).toEqual(['Q4_K_M', 'Qwen3 8B-Q4_K_M-00001-of-00002.gguf'])
    expect(safeSegments("模型 #1 50% (größer) & 'neu' [v2]+~.gguf")).toEqual(["模型 #1 50% (größer) & 'neu' [v2]+~.gguf"])
  })
  it('refuses names that lead out of the folder, or that some systems cannot write', () => {
    for (const path of [
      '../a.gguf',
      'a/../b.gguf',
      '/etc/a.gguf',
      'a//b.gguf',
      './a.gguf',
      '..',
      '',
      'a\\..\\b.gguf',
      'C:a.gguf',
      'a\0.gguf',
      'nul.gguf',
      'COM1',
      'a.',
      'a ',
      '.hidden/a.gguf',
      `${'a'.repeat(300)}.gguf`,
      // 80 characters take 245 bytes. With a part file's suffix, that is too long for Linux.
      `${'模'.repeat(80)}.gguf`,
      'a/'.repeat(20),
    ])
      expect(safeSegments(path)).toBeUndefined()
  })
})

describe('assertInside', () => {
  it('refuses links that lead out of the folder, even if the last folders are missing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'headroom-safe-'))
    const elsewhere = mkdtempSync(join(tmpdir(), 'headroom-elsewhere-'))
    mkdirSync(join(folder, 'real'))
    symlinkSync(elsewhere, join(folder, 'out'))
    symlinkSync(join(folder, 'real'), join(folder, 'in'))
    await assertInside(folder, join(folder, 'real/new/deep/m.gguf'))
    await assertInside(folder, join(folder, 'in/m.gguf'))
    await expect(assertInside(folder, join(folder, 'out/new/m.gguf'))).rejects.toMatchObject({ failure: { code: 'folder-unusable' } })
  })
})
