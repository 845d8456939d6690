import { dataFolderFor } from '../../paths'
import { addKey, readKeys, revokeKey } from '../../serve/keys/key-file'
import { readFlags, text, UsageError } from '../input/flags'
import { note, print } from '../input/terminal'

export const keysUsage = 'keys [list | add NAME | revoke NAME] [--json] [--data FOLDER]      the keys of the API server, one per client'

export function keys(args: readonly string[]): void {
  const { flags, words } = readFlags(args, { json: 'boolean', data: 'string' })
  const folder = dataFolderFor(text(flags, 'data'))
  const isJson = flags.json === true
  const [action = 'list', name, ...surplus] = words
  if (surplus.length > 0) throw new UsageError('keys takes one name; put a name with spaces in quotes')
  switch (action) {
    case 'list': {
      if (name !== undefined) throw new UsageError('keys list takes no name')
      const stored = readKeys(folder).map(({ name, ending, createdAtMs }) => ({
        name,
        ending,
        createdAt: new Date(createdAtMs).toISOString(),
      }))
      if (isJson) return print(`${JSON.stringify(stored)}\n`)
      if (stored.length === 0) return note('There are no keys. Make one with "headroom keys add NAME".')
      return print(stored.map((key) => `${key.name}\t…${key.ending}\t${key.createdAt}\n`).join(''))
    }
    case 'add': {
      const named = nameIn(name)
      const key = addKey(folder, named)
      print(isJson ? `${JSON.stringify({ name: named, key })}\n` : `${key}\n`)
      return note('Copy the key now: Headroom stores only its hash.')
    }
    case 'revoke': {
      const named = nameIn(name)
      if (!revokeKey(folder, named)) throw new UsageError(`no key is named "${named}"`)
      return note(`The key "${named}" no longer works.`)
    }
    default:
      throw new UsageError(`keys takes list, add or revoke, got "${action}"`)
  }
}

function nameIn(name: string | undefined): string {
  if (name === undefined || !/^\S.{0,62}\S$|^\S$/.test(name)) throw new UsageError('a key needs a name of 1 to 64 characters')
  return name
}
