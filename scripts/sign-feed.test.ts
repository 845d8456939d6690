import { createHash, createPublicKey, generateKeyPairSync, verify } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { genuineFiles } from '../main/updates/genuine-files'
import { signFeeds } from './sign-feed.mjs'
import { newKeyInWords } from './update-key.mjs'
import { publicHalfOf, readFeed, signFeed, updateKeyOf } from './update-signature.mjs'

const { privateKey, publicKey } = generateKeyPairSync('ed25519')
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
const other = generateKeyPairSync('ed25519').privateKey
const sha512Of = (content: string) => createHash('sha512').update(content).digest('base64')
const feedOf = (version: string, files: Record<string, string>) => {
  const entries = Object.entries(files).map(
    ([name, content]) => `  - url: ${name}\n    sha512: ${sha512Of(content)}\n    size: ${content.length}\n    blockMapSize: 7\n`,
  )
  const [[name, content]] = Object.entries(files) as [[string, string]]
  return `version: ${version}\nfiles:\n${entries.join('')}path: ${name}\nsha512: ${sha512Of(content)}\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`
}
const files = { 'Headroom-0.2.0.AppImage': 'one', 'headroom_0.2.0.deb': 'two' }

describe('a signed feed', () => {
  const feed = feedOf('0.2.0', files)
  it('contains for each file a signature of its purpose, version, name, length and checksum', () => {
    const signed = signFeed(feed, privateKey)
    const signatures = [...signed.matchAll(/^ {4}blockMapSize: 7\n {4}signature: (\S+)$/gm)].map(([, text]) => Buffer.from(text, 'base64'))
    const words = (name: string, content: string) =>
      Buffer.from(`Headroom update\nversion 0.2.0\nfile ${name}\nsize ${content.length}\nsha512 ${sha512Of(content)}\n`)
    expect(Object.entries(files).map(([name, text], at) => verify(null, words(name, text), publicKey, signatures[at]))).toEqual([
      true,
      true,
    ])
  })
  it('is genuine only for an app that contains the matching key', () => {
    const { version, files: named } = readFeed(feed)
    const signatures = [...signFeed(feed, privateKey).matchAll(/signature: (\S+)/g)].map(([, signature]) => signature)
    const claimed = named.map(({ name, sha512, sizeBytes }, at) => ({ url: name, sha512, size: sizeBytes, signature: signatures[at] }))
    expect(genuineFiles({ version, files: claimed }, publicKey, 'a place').map(({ url }) => url)).toEqual(Object.keys(files))
    expect(() => genuineFiles({ version, files: claimed }, createPublicKey(other), 'a place')).toThrow('update-not-genuine')
  })
  it('has no other changes, and one signature per file even if it is signed twice', () => {
    const signed = signFeed(feed, privateKey)
    expect(signed.replace(/^ {4}signature: .*\n/gm, '')).toBe(feed)
    expect(signFeed(signFeed(feed, other), privateKey)).toBe(signed)
  })
  it.each([
    ['no version', feed.replace(/^version.*\n/, '')],
    ['no files', feed.replace(/^ .*\n/gm, '')],
    ['a file without a checksum', feed.replace(/^ {4}sha512: .*\n/m, '')],
    ['a file without a length', feed.replace(/^ {4}size: .*\n/m, '')],
    ['an invalid length', feed.replace('size: 3', 'size: 3e99')],
    ['a name of several words', feed.replace('- url: Headroom', '- url: Head room')],
    ['a name that leads elsewhere', feed.replace('- url: Headroom', '- url: ../Headroom')],
    ['nothing', ''],
  ])('cannot be made from a feed with %s', (_what, text) => {
    expect(() => signFeed(text, privateKey)).toThrow('Expected a feed with a version and files')
    expect(() => readFeed(text)).toThrow()
  })
})

describe('the feeds of a folder', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'headroom-feeds-'))
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
    writeFileSync(join(folder, 'latest-linux.yml'), feedOf('0.2.0', files))
    writeFileSync(join(folder, 'Headroom-0.2.0-setup.exe'), 'three')
    writeFileSync(join(folder, 'latest.yml'), feedOf('0.2.0', { 'Headroom-0.2.0-setup.exe': 'three' }))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const signatures = () =>
    ['latest-linux.yml', 'latest.yml'].map((name) => readFileSync(join(folder, name), 'utf8').split('signature: ').length - 1)
  const sign = (environment: object) => signFeeds(folder, environment)

  it('are all signed, and the signed files are listed', () => {
    expect(sign({ UPDATE_SIGNING_KEY: pem, UPDATE_PUBLIC_KEY: `${publicHalfOf(privateKey)}\n` })).toEqual([
      'Signed for updates:',
      '* latest-linux.yml: version 0.2.0, Headroom-0.2.0.AppImage, headroom_0.2.0.deb',
      '* latest.yml: version 0.2.0, Headroom-0.2.0-setup.exe',
    ])
    expect(signatures()).toEqual([2, 1])
  })
  it('stay unsigned without a key, and a message says so', () => {
    for (const environment of [{}, { UPDATE_SIGNING_KEY: '', UPDATE_PUBLIC_KEY: '' }])
      expect(sign(environment).join()).toContain('These packages do not update themselves')
    expect(signatures()).toEqual([0, 0])
  })
  it.each([
    ['the public key is missing', { UPDATE_SIGNING_KEY: pem, UPDATE_PUBLIC_KEY: '' }, 'the halves of one key'],
    ['the public key is from another pair', { UPDATE_SIGNING_KEY: pem, UPDATE_PUBLIC_KEY: publicHalfOf(other) }, 'the halves of one key'],
    ['the private key is missing', { UPDATE_PUBLIC_KEY: publicHalfOf(privateKey) }, 'the halves of one key'],
    ['the private key is invalid', { UPDATE_SIGNING_KEY: 'a secret' }, 'Expected UPDATE_SIGNING_KEY to be an Ed25519 private key as PEM'],
  ])('are not signed if %s', (_what, environment, reason) => {
    expect(() => sign(environment)).toThrow(reason)
    expect(signatures()).toEqual([0, 0])
  })
  it('are not signed if a feed names a file that is missing or different', () => {
    writeFileSync(join(folder, 'Headroom-0.2.0-setup.exe'), 'thrse')
    expect(() => sign({ UPDATE_SIGNING_KEY: pem })).toThrow('Headroom-0.2.0-setup.exe does not match latest.yml')
    rmSync(join(folder, 'Headroom-0.2.0-setup.exe'))
    expect(() => sign({ UPDATE_SIGNING_KEY: pem })).toThrow('latest.yml names Headroom-0.2.0-setup.exe, which is not in')
    expect(signatures()).toEqual([0, 0])
  })
  it('must exist: a folder without a feed is refused', () => {
    for (const name of ['latest.yml', 'latest-linux.yml']) rmSync(join(folder, name))
    expect(() => sign({ UPDATE_SIGNING_KEY: pem })).toThrow('Expected latest….yml')
  })
})

describe('the update key in a package', () => {
  const half = publicHalfOf(privateKey)
  it('is the public key, derived from the private key if necessary, and empty if no key is set', () => {
    expect(updateKeyOf({ UPDATE_PUBLIC_KEY: ` ${half}\n` })).toBe(half)
    expect(updateKeyOf({ UPDATE_SIGNING_KEY: pem })).toBe(half)
    expect(updateKeyOf({ UPDATE_SIGNING_KEY: pem, UPDATE_PUBLIC_KEY: half })).toBe(half)
    expect(updateKeyOf({ UPDATE_SIGNING_KEY: '', UPDATE_PUBLIC_KEY: '' })).toBe('')
    expect(updateKeyOf({})).toBe('')
  })
  it.each([
    ['not a key', { UPDATE_PUBLIC_KEY: 'abc' }, 'got "abc"'],
    ['of another pair', { UPDATE_PUBLIC_KEY: publicHalfOf(other), UPDATE_SIGNING_KEY: pem }, 'the other half of UPDATE_SIGNING_KEY'],
    [
      'of another kind',
      { UPDATE_SIGNING_KEY: generateKeyPairSync('x25519').privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
      'Ed25519 private key',
    ],
  ])('is refused if it is %s', (_what, environment, reason) => {
    expect(() => updateKeyOf(environment)).toThrow(reason)
  })
  it('is refused without quoting the signing key, if the signing key cannot be read', () => {
    const damaged = pem.replace('BEGIN', 'BEGAN')
    const [, secret = ''] = damaged.split('\n')
    const message = (() => {
      try {
        return updateKeyOf({ UPDATE_SIGNING_KEY: damaged })
      } catch (error) {
        return (error as Error).message
      }
    })()
    expect(message).toContain('Expected UPDATE_SIGNING_KEY')
    expect(message).not.toContain(secret)
  })
})

it('npm run update-key prints a complete new key pair', () => {
  const words = newKeyInWords()
  const [made] = /-----BEGIN PRIVATE KEY-----\n.*\n-----END PRIVATE KEY-----\n/.exec(words) ?? []
  const [, half] = /^(MCow\S+)$/m.exec(words) ?? []
  expect(half).toBeTruthy()
  expect(updateKeyOf({ UPDATE_SIGNING_KEY: made, UPDATE_PUBLIC_KEY: half })).toBe(half)
  expect(newKeyInWords()).not.toBe(words)
})
