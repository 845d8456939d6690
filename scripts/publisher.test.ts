import { describe, expect, it } from 'vitest'
import { publisherOf, publisherOptions } from './publisher.mjs'

describe('the publisher of a build', () => {
  it('is the repository whose workflow builds it, and the app checks that repository for updates', () => {
    const publisher = publisherOf({ GITHUB_REPOSITORY: 'someone/headroom', GITHUB_SERVER_URL: 'https://github.com' })
    expect(publisher).toEqual({
      homepage: 'https://github.com/someone/headroom',
      maintainer: 'someone <someone@users.noreply.github.com>',
      feed: { provider: 'github', owner: 'someone', repo: 'headroom' },
    })
    expect(publisherOptions(publisher)).toContain('-c.publish.repo=headroom')
  })
  it('publishes an update feed only for the plain variant, because the CUDA variant’s feed would replace it', () => {
    const publisher = publisherOf({ GITHUB_REPOSITORY: 'someone/headroom' })
    expect(publisherOptions(publisher, 'cuda')).toEqual([...publisherOptions(publisher), '-c.publish.publishAutoUpdate=false'])
    expect(publisherOptions(publisherOf({}), 'cuda').some((option) => option.startsWith('-c.publish'))).toBe(false)
  })
  it('has placeholder names and no updates outside a workflow', () => {
    const publisher = publisherOf({})
    expect(publisher).toEqual({
      homepage: 'https://headroom.invalid',
      maintainer: 'The Headroom authors <authors@headroom.invalid>',
    })
    expect(publisherOptions(publisher).some((option) => option.startsWith('-c.publish'))).toBe(false)
  })
  it('must consist of an owner and a name', () => {
    expect(() => publisherOf({ GITHUB_REPOSITORY: 'headroom' })).toThrow('Expected GITHUB_REPOSITORY to be OWNER/NAME, got "headroom"')
  })
})
