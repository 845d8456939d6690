import { describe, expect, it } from 'vitest'
import { sourceOf } from './update-source'

describe('the source of updates', () => {
  it('is shown as the address of a repository or a server', () => {
    expect(sourceOf('owner: someone\nrepo: headroom\nprovider: github\nupdaterCacheDirName: headroom-updater\n')).toBe(
      'github.com/someone/headroom',
    )
    expect(sourceOf("provider: generic\nurl: 'http://127.0.0.1:8080/'\n")).toBe('127.0.0.1:8080')
  })
})
