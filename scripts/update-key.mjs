import { generateKeyPairSync } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { publicHalfOf } from './update-signature.mjs'

export function newKeyInWords() {
  const { privateKey } = generateKeyPairSync('ed25519')
  return `A new pair of keys for signing updates. It is nowhere but here.

UPDATE_PUBLIC_KEY: a variable of the GitHub repository (Settings, Secrets and variables, Actions, Variables). Every package is stamped with it.

${publicHalfOf(privateKey)}

UPDATE_SIGNING_KEY: a secret of the GitHub repository (the same page, Secrets). It signs a release; nobody else should see it. Keep a copy in
a safe place: packages that are out know no other key, and without it their users have to install the next version by hand.

${privateKey.export({ type: 'pkcs8', format: 'pem' })}`
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(newKeyInWords())
