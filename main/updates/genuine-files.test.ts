import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../core/contract/errors/coded-error'
import { genuineFiles, updateKeyFrom } from './genuine-files'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const other = generateKeyPairSync('ed25519')
const sha512 = createHash('sha512').update('the new one').digest('base64')
const file = { url: 'Headroom-0.2.0.AppImage', sha512, size: 11 }
const second = { url: 'headroom_0.2.0.deb', sha512, size: 11 }

/** Builds the signed text by hand, independently of the tested code. */
function signed<File extends typeof file>(of: File, version = '0.2.0', key: KeyObject = privateKey) {
  const words = `Headroom update\nversion ${version}\nfile ${of.url}\nsize ${of.size}\nsha512 ${of.sha512}\n`
  return { ...of, signature: sign(null, Buffer.from(words), key).toString('base64') }
}
const reasonOf = (files: unknown, version = '0.2.0') => {
  try {
    return genuineFiles({ version, files }, publicKey, 'updates.example.invalid')
  } catch (error) {
    const failure = failureOf(error)
    if (failure?.code !== 'update-not-genuine') throw error
    expect(failure.facts).toMatchObject({ version, source: 'updates.example.invalid' })
    return failure.facts.reason
  }
}

describe('the files of a newer version', () => {
  it('are genuine if each is signed, and only their signed fields are used', () => {
    const feed = [{ ...signed(file), blockMapSize: 7, sha2: 'abc', isAdminRightsRequired: true }, signed(second)]
    expect(reasonOf(feed)).toEqual([file, second])
  })
  it.each([
    ['the list is missing', undefined],
    ['the list is empty', []],
    ['the list is an object', { 0: signed(file) }],
    ['the signature is missing', [file]],
    ['one of two has no signature', [signed(file), second]],
    ['the signature is a number', [{ ...file, signature: 7 }]],
    ['an entry is null', [null]],
    ['an entry is a string', ['Headroom-0.2.0.AppImage']],
  ])('count as unsigned if %s', (_what, files) => {
    expect(reasonOf(files)).toBe('unsigned')
  })
  const { signature } = signed(file)
  it.each([
    ['another key signed', [signed(file, '0.2.0', other.privateKey)]],
    ['one of two was signed by another key', [signed(file), signed(second, '0.2.0', other.privateKey)]],
    ['the signature is empty', [{ ...file, signature: '' }]],
    ['the signature is cut off', [{ ...file, signature: signature.slice(0, 40) }]],
    ['the signature is that of another file', [{ ...second, signature }]],
    ['another file has the same name', [{ ...file, signature, sha512: createHash('sha512').update('evil').digest('base64') }]],
    ['the length differs', [{ ...file, signature, size: 12 }]],
    ['the length is a string', [{ ...file, signature, size: '11' }]],
    ['the length is missing', [{ ...file, signature, size: undefined }]],
    ['the checksum is missing', [{ ...file, signature, sha512: undefined }]],
    ['the checksum is of another kind', [signed({ ...file, sha512: createHash('sha256').update('x').digest('base64') })]],
    ['the name leads elsewhere', [signed({ ...file, url: 'https://elsewhere.invalid/Headroom-0.2.0.AppImage' })]],
    ['the name leads out of the folder', [signed({ ...file, url: '../Headroom-0.2.0.AppImage' })]],
    ['the name contains a second line', [signed({ ...file, url: 'a\nsize 11' })]],
  ])('do not count as signed by the publisher if %s', (_what, files) => {
    expect(reasonOf(files)).toBe('other-signature')
  })
  it('are refused if their signatures are for an older version', () => {
    const old = signed({ ...file, url: 'Headroom-0.1.0.AppImage' }, '0.1.0')
    expect(reasonOf([old], '0.1.0')).toHaveLength(1)
    expect(reasonOf([old], '0.2.0')).toBe('other-signature')
    expect(reasonOf([{ ...old, url: 'Headroom-0.2.0.AppImage' }], '0.2.0')).toBe('other-signature')
  })
  it('are refused if the version has several lines, even if the files are signed', () => {
    const version = '0.2.0\nfile Headroom-0.2.0.AppImage'
    expect(reasonOf([signed(file, version)], version)).toBe('other-signature')
  })
})

describe('the update key of a package', () => {
  it('is read from its package.json', () => {
    const stamped = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
    expect(updateKeyFrom(stamped)?.equals(publicKey)).toBe(true)
  })
  it.each([
    ['nothing', undefined],
    ['an empty text', ''],
    ['a number', 7],
    ['an invalid key', 'MCowBQYDK2VwAyEA'],
    ['a key of another kind', generateKeyPairSync('x25519').publicKey.export({ type: 'spki', format: 'der' }).toString('base64')],
    ['a private key', privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64')],
  ])('is missing if package.json contains %s', (_what, stamped) => {
    expect(updateKeyFrom(stamped)).toBeUndefined()
  })
})
