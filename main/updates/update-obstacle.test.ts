import { describe, expect, it } from 'vitest'
import { obstacleOf } from './update-obstacle'

describe('an update', () => {
  it('can replace an AppImage and an installation on Windows or macOS', () => {
    expect(obstacleOf('', 'linux', { APPIMAGE: '/home/me/Headroom.AppImage' })).toBeNull()
    expect(obstacleOf('', 'win32', {})).toBeNull()
    expect(obstacleOf('', 'darwin', {})).toBeNull()
  })
  it('cannot replace a system package or a portable copy', () => {
    expect(obstacleOf('', 'linux', {})).toBe('system-package')
    expect(obstacleOf('', 'win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' })).toBe('portable')
  })
  it('never replaces the CUDA variant, because the source has only the variant without CUDA', () => {
    expect(obstacleOf('cuda', 'linux', { APPIMAGE: '/home/me/Headroom.AppImage' })).toBe('cuda-variant')
    expect(obstacleOf('cuda', 'linux', {})).toBe('cuda-variant')
    expect(obstacleOf('cuda', 'win32', { PORTABLE_EXECUTABLE_DIR: 'D:\\' })).toBe('cuda-variant')
    expect(obstacleOf('cuda', 'win32', {})).toBe('cuda-variant')
  })
})
