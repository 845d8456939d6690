import { expect, it } from 'vitest'
import { devServerFor, isOwnAddress } from './own-page'

it.each(['app://local/index.html', 'app://local/', 'app://local'])('isOwnAddress accepts “%s” as an address of the app', (address) =>
  expect(isOwnAddress(address)).toBe(true),
)

it.each([
  'app://other/index.html',
  'app://local.evil.example/',
  'app://local:1/',
  'app:local',
  'file:///index.html',
  'file://local/index.html',
  'data:text/html,local',
  'blob:app://local/x',
  'about:blank',
  'http://local/',
  '',
])('isOwnAddress refuses “%s” as an address of the app', (address) => expect(isOwnAddress(address)).toBe(false))

it('pages are loaded from a development server in a checkout, but never in an installed app', () => {
  const environment = { HEADROOM_DEV_SERVER: 'http://127.0.0.1:5173' }
  expect(devServerFor('/work/headroom/out/main', environment)).toBe('http://127.0.0.1:5173')
  expect(devServerFor('/work/headroom/out/main', {})).toBeUndefined()
  for (const folder of ['/opt/Headroom/resources/app.asar/out/main', 'C:\\Headroom\\resources\\app.asar\\out\\main'])
    expect(devServerFor(folder, environment)).toBeUndefined()
})
