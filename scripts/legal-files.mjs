/**
 * Writes THIRD-PARTY-NOTICES.txt and sbom.cdx.json (CycloneDX). `npm sbom` would list every installed package, and fails if an optional
 * package of another platform is missing.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { root } from './checkout.mjs'
import { libsqlParts } from './libsql-parts.mjs'
import { noticesOf } from './notices.mjs'
import { sbomOf } from './sbom.mjs'

/** Excludes each package.json in a package's subfolders. */
const packageFile = /^\/(?:node_modules\/(?:@[^/]+\/)?[^/]+(?:\/node_modules\/(?:@[^/]+\/)?[^/]+)*)\/package\.json$/

export function shippedFolders(archive, lock) {
  const paths = listPackage(archive).map((path) => path.replaceAll('\\', '/'))
  const read = (path) => JSON.parse(extractFile(archive, normalize(path.slice(1))).toString('utf8'))
  const lists = paths.filter((path) => /^\/out\/[^/]+\/packages\.json$/.test(path))
  if (lists.length === 0) throw new Error(`Expected lists of the bundled packages in ${archive}: build again`)
  const installed = new Map(
    Object.entries(lock.packages).map(([folder, { version }]) => [`${folder.replace(/^.*node_modules\//, '')}@${version}`, folder]),
  )
  const inArchive = paths
    .filter((path) => packageFile.test(path))
    .map((path) => {
      const { name, version } = read(path)
      const folder = installed.get(`${name}@${version}`)
      if (!folder) throw new Error(`Expected ${name} ${version}, which is in ${archive}, to be in package-lock.json`)
      return folder
    })
  return [...new Set([...inArchive, ...lists.flatMap(read)])].sort()
}

/** Throws if the license is unknown. */
export function describePackage(folder, lock, from = root) {
  const { name, version, license: declared, licenses } = JSON.parse(readFileSync(join(from, folder, 'package.json'), 'utf8'))
  const license = declared?.type ?? declared ?? licenses?.map(({ type }) => type).join(' OR ')
  if (typeof license !== 'string' || license === '' || /^(UNLICENSED|SEE )/.test(license))
    throw new Error(`The package.json of ${name} ${version} does not name a license. Read its license before you ship the package.`)
  const files = readdirSync(join(from, folder)).filter((file) => /^(licen[cs]e|copying|notice)/i.test(file) && !/\.(js|json)$/.test(file))
  const texts = files.sort().map((file) => readFileSync(join(from, folder, file), 'utf8').trim())
  // libsql's binary packages have no license text. The package that loads them has it.
  if (texts.length === 0 && name.startsWith('@libsql/')) texts.push(readFileSync(join(from, 'node_modules/libsql/LICENSE'), 'utf8').trim())
  return { name, version, license, texts, integrity: lock.packages[folder]?.integrity }
}

/** `vcRuntime` is the version of the Visual C++ runtime, if the package contains it. */
export function otherParts(electron, variant, vcRuntime) {
  const llama = JSON.parse(readFileSync(join(root, 'node_modules/node-llama-cpp/llama/llama.cpp.info.json'), 'utf8'))
  const headroom = readFileSync(join(root, 'LICENSE'), 'utf8').trim()
  return [
    {
      name: 'electron',
      version: electron,
      license: 'MIT',
      texts: [readFileSync(join(root, 'node_modules/electron/LICENSE'), 'utf8').trim()],
      note: 'For Chromium, Node.js and everything they contain, see LICENSES.chromium.html next to the program.',
      kind: 'framework',
    },
    { name: 'llama.cpp', version: llama.tag, license: 'MIT', texts: [text('llama.cpp.txt')], kind: 'library' },
    { name: 'nlohmann-json', version: `as in llama.cpp ${llama.tag}`, license: 'MIT', texts: [text('nlohmann-json.txt')], kind: 'library' },
    {
      name: 'pocket',
      version: 'f16',
      license: 'MIT',
      texts: [headroom],
      note: 'The embedded model. pocket-model-card.md in this folder describes its training data, its recipe and what it can do.',
      kind: 'machine-learning-model',
    },
    ...libsqlParts().parts,
    ...(variant === 'cuda' ? cudaParts() : []),
    ...(vcRuntime ? [vcRuntimePart(vcRuntime)] : []),
  ]
}

/** nvcc compiles these parts into llama.cpp's CUDA builds. The names of CUB's functions in the binaries contain the version of CCCL. */
function cudaParts() {
  return [
    {
      name: 'cccl',
      version: '3.1.4 and 2.3.2',
      license: 'Apache-2.0 AND Apache-2.0 WITH LLVM-exception AND BSD-3-Clause',
      texts: [text('cccl.txt')],
      note: 'CUB, Thrust and libcu++, compiled into ggml-cuda.',
      kind: 'library',
    },
    {
      name: 'cuda-toolkit',
      version: '13 and 12',
      license: 'LicenseRef-NVIDIA-CUDA-Toolkit-EULA',
      texts: [text('cuda-toolkit.txt')],
      note: 'Functions of its headers and device library are compiled into ggml-cuda, on Windows also a part of its runtime.',
      kind: 'library',
    },
  ]
}

const vcRuntimePart = (version) => ({
  name: 'visual-cpp-runtime',
  version,
  license: 'LicenseRef-Microsoft-Visual-Studio-Distributable-Code',
  texts: [text('visual-cpp-runtime.txt')],
  kind: 'library',
})

const text = (name) => readFileSync(join(root, 'assets/licenses', name), 'utf8').trim()

export function writeLegalFiles(resources, { electron, version, stamp, variant, vcRuntime }) {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  const packages = shippedFolders(join(resources, 'app.asar'), lock).map((folder) => describePackage(folder, lock))
  const others = otherParts(electron, variant, vcRuntime)
  writeFileSync(join(resources, 'THIRD-PARTY-NOTICES.txt'), noticesOf([...others, ...packages]))
  writeFileSync(join(resources, 'sbom.cdx.json'), `${JSON.stringify(sbomOf({ version, stamp, packages, others }), null, 1)}\n`)
}
