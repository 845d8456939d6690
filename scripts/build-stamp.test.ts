import { describe, expect, it } from 'vitest'
import { buildStamp } from './build-stamp.mjs'

const git = (log: string, status: string) => (words: string[]) => (words[0] === 'log' ? log : status)

describe('the stamp of a build', () => {
  it('consists of the commit and its time', () => {
    expect(buildStamp({}, git('3001904 1795318000', ''))).toEqual({ commit: '3001904', epoch: 1795318000 })
  })
  it('shows whether files differ from the commit', () => {
    expect(buildStamp({}, git('3001904 1795318000', ' M README.md')).commit).toBe('3001904+')
  })
  it('uses the time in SOURCE_DATE_EPOCH, and refuses an invalid one', () => {
    expect(buildStamp({ SOURCE_DATE_EPOCH: '12' }, git('3001904 1795318000', '')).epoch).toBe(12)
    expect(() => buildStamp({ SOURCE_DATE_EPOCH: 'today' }, git('', ''))).toThrow('got "today"')
  })
  it('has no commit outside a repository', () => {
    expect(buildStamp({ SOURCE_DATE_EPOCH: '12' }, git('', ''))).toEqual({ commit: '', epoch: 12 })
  })
})
