import { expect, it } from 'vitest'
import { mergeFeeds } from './merge-mac-feeds.mjs'

const feed = (arch: string, version = '0.2.0') =>
  `version: ${version}\nfiles:\n  - url: Headroom-${arch}.zip\n    sha512: ${arch}==\n    size: 1\npath: Headroom-${arch}.zip\nsha512: ${arch}==\nreleaseDate: '2026-11-22'\n`

it('the merged feed for both kinds of Mac lists the files of both', () => {
  expect(mergeFeeds([feed('arm64'), feed('x64')])).toBe(
    feed('arm64').replace('    size: 1\n', '    size: 1\n  - url: Headroom-x64.zip\n    sha512: x64==\n    size: 1\n'),
  )
})
it('feeds of different versions are not merged', () => {
  expect(() => mergeFeeds([feed('arm64'), feed('x64', '0.1.9')])).toThrow('got 0.2.0, 0.1.9')
})
