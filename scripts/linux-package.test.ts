import { describe, expect, it } from 'vitest'
import { readFpmArguments } from './linux-package.mjs'

/** Source: `FpmTarget` in app-builder-lib. */
const words = [
  ...['-s', 'dir', '--force', '-t', 'deb', '-d', 'libnss3', '-d', 'xdg-utils', '--deb-recommends', 'libvulkan1'],
  ...['--deb-compression', 'xz', '--architecture', 'amd64', '--after-install', '/a/install', '--after-remove', '/a/remove'],
  ...['--description', 'Makes the KV cache visible\n It runs GGUF models.', '--version', '0.1.0', '--package', 'release/it.deb'],
  ...['--name', 'headroom', '--maintainer', 'A <a@b.invalid>', '--url', 'https://b.invalid', '--license', 'MIT'],
  ...['/made/linux-unpacked/=/opt/Headroom', '/made/it.desktop=/usr/share/applications/headroom.desktop'],
]

describe("fpm's command line", () => {
  it('is parsed in the form that electron-builder uses', () => {
    const read = readFpmArguments(words)
    expect(read).toMatchObject({
      type: 'deb',
      name: 'headroom',
      version: '0.1.0',
      architecture: 'amd64',
      depends: ['libnss3', 'xdg-utils'],
      recommends: ['libvulkan1'],
      summary: 'Makes the KV cache visible',
      description: ['It runs GGUF models.'],
      afterInstall: '/a/install',
      compression: 'xz',
    })
    expect(read.files).toEqual([
      ['/made/linux-unpacked/', '/opt/Headroom'],
      ['/made/it.desktop', '/usr/share/applications/headroom.desktop'],
    ])
  })
  it('is refused if it asks for a package that is neither deb nor rpm, or lists a file without a target', () => {
    expect(() => readFpmArguments(words.map((word) => (word === 'deb' ? 'pacman' : word)))).toThrow('got "pacman"')
    expect(() => readFpmArguments([...words, 'stray'])).toThrow('Expected SOURCE=TARGET, got "stray"')
  })
})
