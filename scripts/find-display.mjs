import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackages } from './find-browser.mjs'

const packages = [
  'xvfb',
  'xauth',
  'libgtk-3-0',
  'libnss3',
  'libasound2',
  'libgbm1',
  'libxss1',
  'libnotify4',
  'libsecret-1-0',
  'libatspi2.0-0',
  'libxtst6',
]

/** With HEADROOM_OWN_DISPLAY, each test worker starts its own display (e2e/own-display.ts). */
export function findDisplays() {
  if (hasDisplay()) return { wrapper: [], env: {} }
  if (!onPath('Xvfb')) installDebianPackages(packages)
  return onPath('Xvfb')
    ? { wrapper: noBus(), env: { HEADROOM_OWN_DISPLAY: '1' } }
    : { reason: 'there is no display, and no Xvfb to make one (apt-get install xvfb)' }
}

export function findDisplay() {
  if (hasDisplay()) return { wrapper: [] }
  if (!onPath('xvfb-run')) installDebianPackages(packages)
  return onPath('xvfb-run')
    ? { wrapper: [...noBus(), 'xvfb-run', '-a'] }
    : { reason: 'there is no display, and no xvfb-run to make one (apt-get install xvfb)' }
}

function hasDisplay() {
  return process.platform !== 'linux' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY)
}

/** Without a message bus, libdbus forks to start one, and Chromium's file descriptor guard crashes the child. */
function noBus() {
  return process.env.DBUS_SESSION_BUS_ADDRESS ? [] : ['env', 'DBUS_SESSION_BUS_ADDRESS=unix:path=/dev/null']
}

function onPath(name) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, name)))
}
