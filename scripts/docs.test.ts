import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const git = spawnSync('git', ['ls-files', '*.md', '.github/*.md'], { cwd: root, encoding: 'utf8' })
const documents = git.error ? [] : git.stdout.split('\n').filter((path) => path !== '' && !path.startsWith('native-models/'))
const rooms = /^(?:core|lab|native-models|main|preload|renderer|e2e|bench|scripts|assets|docs|\.github)\/[\w./-]+$/
const placeholder = /\/(?!README)[A-Z]+\b/

describe.skipIf(documents.length === 0)('a document', () => {
  it.each(documents)('names only files that exist: %s', (path) => {
    const text = readFileSync(join(root, path), 'utf8')
    const quoted = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, word = '']) =>
      rooms.test(word) && !placeholder.test(word) ? [word] : [],
    )
    const linked = [...text.matchAll(/\]\(([^)#\s]+)/g)].flatMap(([, target = '']) =>
      /^[a-z]+:/.test(target) ? [] : [join(dirname(path), target)],
    )
    expect([...quoted, ...linked].filter((named) => !existsSync(join(root, named)))).toEqual([])
  })
})
