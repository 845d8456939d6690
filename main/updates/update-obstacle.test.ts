import { describe, expect, it } from 'vitest'
import { obstacleOf } from './update-obstacle'

describe('an update', () => {
  it('takes the place of what Headroom put there itself: an AppImage, an installation on Windows or macOS', () => {
    expect(obstacleOf('', 'linux', { APPIMAGE: '/home/me/Headroom.AppImage' })).toBeNull()
    expect(obstacleOf('', 'win32', {})).toBeNull()
    expect(obstacleOf('', 'darwin', {})).toBeNull()
  })
  it('is left to the system, or to whoever put a portable copy there', () => {
    expect(obstacleOf('', 'linux', {})).toBe('system-package')
    expect(obstacleOf('', 'win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' })).toBe('portable')
  })
  it('never takes the place of the variant with CUDA, however that came: the source has the plain one', () => {
    expect(obstacleOf('cuda', 'linux', { APPIMAGE: '/home/me/Headroom.AppImage' })).toBe('cuda-variant')
    expect(obstacleOf('cuda', 'linux', {})).toBe('cuda-variant')
    expect(obstacleOf('cuda', 'win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' })).toBe('cuda-variant')
    expect(obstacleOf('cuda', 'win32', {})).toBe('cuda-variant')
  })
})
