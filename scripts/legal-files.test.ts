import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createPackage } from '@electron/asar'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { packageFolder } from './bundled-packages.mjs'
import { describePackage, otherParts, shippedFolders } from './legal-files.mjs'
import { noticesOf } from './notices.mjs'
import { sbomOf } from './sbom.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'headroom-legal-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function put(path: string, content: string): void {
  mkdirSync(join(folder, path, '..'), { recursive: true })
  writeFileSync(join(folder, path), content)
}
/** `createPackage` returns before the end of the archive is written. */
async function inArchive(check: (archive: string) => void): Promise<void> {
  const archive = join(folder, 'app.asar')
  await createPackage(join(folder, 'app'), archive)
  await vi.waitFor(() => check(archive))
}
const lock = {
  packages: {
    'node_modules/one': { version: '1.2.3', integrity: `sha512-${Buffer.from('abc').toString('base64')}` },
    'node_modules/one/node_modules/@in/two': { version: '4.0.0' },
  },
}

describe('the package of a module', () => {
  it('is found by its path, even inside another package', () => {
    expect(packageFolder('/p/node_modules/zod/v4/index.js')).toBe('node_modules/zod')
    expect(packageFolder('/p/node_modules/@orpc/client/dist/index.mjs')).toBe('node_modules/@orpc/client')
    expect(packageFolder('/p/node_modules/a/node_modules/b/index.js')).toBe('node_modules/a/node_modules/b')
    expect(packageFolder('/p/core/text/words.ts')).toBeUndefined()
  })
})

describe('the packages in an installer', () => {
  it('are those in its archive and those in its bundles, without duplicates', async () => {
    put('app/node_modules/one/package.json', '{"name": "one", "version": "1.2.3"}')
    put('app/node_modules/one/esm/package.json', '{"type": "module"}')
    put('app/node_modules/@in/two/package.json', '{"name": "@in/two", "version": "4.0.0"}')
    put('app/out/main/packages.json', '["node_modules/zod"]')
    put('app/out/cli/packages.json', '["node_modules/zod", "node_modules/one"]')
    await inArchive((archive) =>
      expect(shippedFolders(archive, lock)).toEqual(['node_modules/one', 'node_modules/one/node_modules/@in/two', 'node_modules/zod']),
    )
  })
  it('cannot be determined without the lists of bundled packages', async () => {
    put('app/node_modules/one/package.json', '{"name": "one", "version": "1.2.3"}')
    await inArchive((archive) => expect(() => shippedFolders(archive, lock)).toThrow('build again'))
  })
  it('must match package-lock.json', async () => {
    put('app/node_modules/one/package.json', '{"name": "one", "version": "9.9.9"}')
    put('app/out/main/packages.json', '[]')
    await inArchive((archive) => expect(() => shippedFolders(archive, lock)).toThrow('Expected one 9.9.9'))
  })
})

describe('the license of a package', () => {
  it('is returned with its texts', () => {
    put('node_modules/one/package.json', '{"name": "one", "version": "1.2.3", "license": "MIT"}')
    put('node_modules/one/LICENSE', 'Do as you like.\n')
    put('node_modules/one/license-check.js', 'not a text')
    expect(describePackage('node_modules/one', lock, folder)).toEqual({
      name: 'one',
      version: '1.2.3',
      license: 'MIT',
      texts: ['Do as you like.'],
      integrity: 'sha512-YWJj',
    })
  })
  it('must be known, or the package is refused', () => {
    for (const license of [undefined, 'UNLICENSED', 'SEE LICENSE IN terms.txt']) {
      put('node_modules/one/package.json', JSON.stringify({ name: 'one', version: '1.2.3', license }))
      expect(() => describePackage('node_modules/one', lock, folder)).toThrow('The package.json of one 1.2.3 does not name a license')
    }
  })
})

const parts = [
  { name: 'one', version: '1.2.3', license: 'MIT', texts: ['Do as you like.'], integrity: 'sha512-YWJj' },
  { name: '@in/two', version: '4.0.0', license: '(MIT OR Apache-2.0)', texts: ['Do as you like.'], integrity: undefined },
  { name: 'three', version: '5.0.0', license: 'ISC', texts: [], integrity: undefined },
]

describe('the notices', () => {
  it('name every part, and contain a shared text only once', () => {
    const notices = noticesOf(parts)
    expect(notices).toContain('one 1.2.3 (MIT)\n@in/two 4.0.0 ((MIT OR Apache-2.0))\n')
    expect(notices.split('Do as you like.')).toHaveLength(2)
    expect(notices).toContain('its package.json says ISC')
  })
  it('contain the license terms of Electron, llama.cpp and the embedded model', () => {
    const notices = noticesOf(otherParts('45.4.1'))
    for (const words of ['electron 45.4.1 (MIT)', 'Copyright (c) Electron contributors', 'The ggml authors', 'pocket f16 (MIT)'])
      expect(notices).toContain(words)
    expect(notices).not.toContain('NVIDIA')
  })
  it('contain NVIDIA’s license terms if the package has llama.cpp’s CUDA builds', () => {
    const notices = noticesOf(otherParts('45.4.1', 'cuda'))
    for (const words of ['cccl 3.1.4 and 2.3.2 (', 'Duane Merrill', 'cuda-toolkit 13 and 12 (', 'No other file of NVIDIA'])
      expect(notices).toContain(words)
  })
})

describe('the list of parts', () => {
  const sbom = sbomOf({ version: '0.1.0', stamp: { commit: '3001904', epoch: 86_400 }, packages: parts, others: otherParts('45.4.1') })
  it('is in CycloneDX format, with the registry name, the hash and the license of each part', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { timestamp: '1970-01-02T00:00:00.000Z' } })
    expect(sbom.components).toContainEqual({
      'bom-ref': 'pkg:npm/one@1.2.3',
      type: 'library',
      name: 'one',
      version: '1.2.3',
      purl: 'pkg:npm/one@1.2.3',
      hashes: [{ alg: 'SHA-512', content: '616263' }],
      licenses: [{ license: { id: 'MIT' } }],
    })
    expect(sbom.components).toContainEqual(
      expect.objectContaining({
        group: '@in',
        name: 'two',
        purl: 'pkg:npm/%40in/two@4.0.0',
        licenses: [{ expression: '(MIT OR Apache-2.0)' }],
      }),
    )
    expect(sbom.components.map(({ name }: { name: string }) => name)).toEqual(expect.arrayContaining(['electron', 'llama.cpp', 'pocket']))
  })
  it('contains a license without an SPDX id as an expression', () => {
    const { components } = sbomOf({ version: '0.1.0', stamp: { commit: '', epoch: 0 }, packages: [], others: otherParts('45.4.1', 'cuda') })
    expect(components).toContainEqual(
      expect.objectContaining({ name: 'cuda-toolkit', licenses: [{ expression: 'LicenseRef-NVIDIA-CUDA-Toolkit-EULA' }] }),
    )
  })
  it('is the same for the same source', () => {
    const again = sbomOf({ version: '0.1.0', stamp: { commit: '3001904', epoch: 86_400 }, packages: parts, others: otherParts('45.4.1') })
    expect(JSON.stringify(again)).toBe(JSON.stringify(sbom))
    expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  })
})
