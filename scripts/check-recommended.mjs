/**
 * Checks that the hub still has every file of core/recommended/recommended-models.json, with the same size. Downloads nothing.
 * Usage: node scripts/check-recommended.mjs [HUB]
 */
import { readFileSync } from 'node:fs'

const hub = process.argv[2] ?? 'https://huggingface.co'
const models = JSON.parse(readFileSync(new URL('../core/recommended/recommended-models.json', import.meta.url), 'utf8'))
let failed = 0
for (const { repository, file, sizeBytes } of models) {
  const problem = await problemWith(`${hub}/${repository}/resolve/main/${file}`, sizeBytes)
  console.log(`${repository}/${file}: ${problem ?? 'ok'}`)
  if (problem) failed++
}
console.log(`${models.length - failed} passed, ${failed} failed`)
process.exit(failed > 0 ? 1 : 0)

/** The hub redirects to its file store, and sends the size along in x-linked-size. */
async function problemWith(url, sizeBytes) {
  try {
    const { status, headers } = await fetch(url, { method: 'HEAD', redirect: 'manual' })
    if (status >= 400) return `HTTP ${status}`
    const size = Number(headers.get('x-linked-size') ?? headers.get('content-length'))
    return size === sizeBytes ? undefined : `has ${size} bytes instead of ${sizeBytes}`
  } catch (error) {
    return `no answer: ${error.cause?.message ?? error.message}`
  }
}
