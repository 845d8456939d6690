/**
 * `node scripts/sign-feed.mjs FOLDER`: signs every feed (latest*.yml). The files of a feed must be in the same folder. UPDATE_PUBLIC_KEY,
 * if set, must match UPDATE_SIGNING_KEY, because an app with another key would refuse every update.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publicHalfOf, readFeed, signFeed, signingKeyOf } from './update-signature.mjs'

/** If it throws, it has written nothing. */
export function signFeeds(folder, environment) {
  const key = signingKeyOf(environment)
  const stamped = environment.UPDATE_PUBLIC_KEY?.trim()
  if (stamped !== undefined && stamped !== (key ? publicHalfOf(key) : ''))
    throw new Error('Expected UPDATE_SIGNING_KEY and UPDATE_PUBLIC_KEY to be the halves of one key, or neither to be set')
  if (!key) return ['Updates are not signed: there is no UPDATE_SIGNING_KEY. These packages do not update themselves.']
  const names = readdirSync(folder).filter((name) => /^latest.*\.yml$/.test(name))
  if (names.length === 0) throw new Error(`Expected latest….yml in ${folder}`)
  const signed = names.sort().map((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    const { version, files } = readFeed(text)
    for (const file of files) assertFileMatches(folder, name, file)
    return { name, text: signFeed(text, key), summary: `${name}: version ${version}, ${files.map(({ name }) => name).join(', ')}` }
  })
  for (const { name, text } of signed) writeFileSync(join(folder, name), text)
  return ['Signed for updates:', ...signed.map(({ summary }) => `* ${summary}`)]
}

function assertFileMatches(folder, feed, { name, sha512, sizeBytes }) {
  if (!existsSync(join(folder, name))) throw new Error(`${feed} names ${name}, which is not in ${folder}`)
  const content = readFileSync(join(folder, name))
  if (content.length !== sizeBytes || createHash('sha512').update(content).digest('base64') !== sha512)
    throw new Error(`${name} does not match ${feed}`)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [folder] = process.argv.slice(2)
  if (!folder) throw new Error('Expected a folder of feeds: node scripts/sign-feed.mjs FOLDER')
  console.log(signFeeds(folder, process.env).join('\n'))
}
