import { describe, expect, it } from 'vitest'
import { buildStamp } from './build-stamp.mjs'

const git = (log: string, status: string) => (words: string[]) => (words[0] === 'log' ? log : status)

describe('the stamp of a build', () => {
  it('is its commit and the time of that commit', () => {
    expect(buildStamp({}, git('3001904 1795318000', ''))).toEqual({ commit: '3001904', epoch: 1795318000 })
  })
  it('says when the files are not those of the commit', () => {
    expect(buildStamp({}, git('3001904 1795318000', ' M README.md')).commit).toBe('3001904+')
  })
  it('takes the time that SOURCE_DATE_EPOCH names, and refuses one that is none', () => {
    expect(buildStamp({ SOURCE_DATE_EPOCH: '12' }, git('3001904 1795318000', '')).epoch).toBe(12)
    expect(() => buildStamp({ SOURCE_DATE_EPOCH: 'today' }, git('', ''))).toThrow('got "today"')
  })
  it('has no commit where there is no repository', () => {
    expect(buildStamp({ SOURCE_DATE_EPOCH: '12' }, git('', ''))).toEqual({ commit: '', epoch: 12 })
  })
})
