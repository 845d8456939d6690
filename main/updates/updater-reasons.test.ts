import { describe, expect, it } from 'vitest'
import { updaterDamage, updaterReason } from './updater-reasons'

const error = (message: string, facts: object = {}) => Object.assign(new Error(message), facts)

describe('an error of electron-updater', () => {
  it.each([
    [error('Cannot find channel "latest-linux.yml"…', { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }), { kind: 'no-versions' }],
    [error('net::ERR_NAME_NOT_RESOLVED'), { kind: 'no-connection' }],
    [error('net::ERR_CONNECTION_REFUSED'), { kind: 'no-connection' }],
    [error('503 \n"method: GET url: …\nHeaders: {…}', { statusCode: 503 }), { kind: 'status', status: 503 }],
    [error('Error: something else.\n  at a place'), { kind: 'electron-updater', quoted: 'something else' }],
  ])('becomes a reason with typed facts: %s', (given, reason) => {
    expect(updaterReason(given)).toEqual(reason)
  })
  it('counts as damage only if the checksum or the signature is wrong', () => {
    expect(updaterDamage(error('sha512 checksum mismatch', { code: 'ERR_CHECKSUM_MISMATCH' }))).toBe('checksum')
    expect(updaterDamage(error('not signed', { code: 'ERR_UPDATER_INVALID_SIGNATURE' }))).toBe('signature')
    expect(updaterDamage(error('Code signature at URL did not pass validation'))).toBe('signature')
    expect(updaterDamage(error('net::ERR_CONNECTION_RESET'))).toBeUndefined()
  })
})
