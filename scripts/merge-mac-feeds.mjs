/** `node scripts/merge-mac-feeds.mjs FOLDER`: merges latest-mac-ARM64.yml and latest-mac-X64.yml into latest-mac.yml. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const listOfFiles = /^files:\n((?: .*\n)+)/m

export function mergeFeeds(texts) {
  const versions = new Set(texts.map((text) => /^version: (.*)$/m.exec(text)?.[1]))
  const lists = texts.map((text) => listOfFiles.exec(text)?.[1])
  if (versions.size !== 1 || versions.has(undefined) || lists.includes(undefined))
    throw new Error(`Expected feeds of one version, got ${[...versions].join(', ')}`)
  return texts[0].replace(listOfFiles, `files:\n${lists.join('')}`)
}

function main(folder) {
  const names = readdirSync(folder)
    .filter((name) => /^latest-mac-.+\.yml$/.test(name))
    .sort()
  if (names.length === 0) throw new Error(`Expected latest-mac-….yml in ${folder}`)
  const merged = mergeFeeds(names.map((name) => readFileSync(join(folder, name), 'utf8')))
  for (const name of names) rmSync(join(folder, name))
  writeFileSync(join(folder, 'latest-mac.yml'), merged)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) main(process.argv[2])
