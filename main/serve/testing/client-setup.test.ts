import { spawn, spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { clientSetup } from '../../../core/serve/setup/client-setup'
import { madeEvents } from '../../../core/serve/testing/made-events'
import { madeServer } from './made-server'

const hasCurl = process.platform !== 'win32' && spawnSync('curl', ['--version']).status === 0

it.skipIf(!hasCurl)('the text for curl runs in a shell and gets an answer', async () => {
  const { url, service } = await madeServer(madeEvents([{ text: 'Good day' }]))
  const { text } = clientSetup('curl', { url, key: "it's a key", model: 'pocket', contextTokens: 4096 })
  const child = spawn('sh', ['-c', text.replace('curl ', 'curl --silent --noproxy "*" ')])
  let printed = ''
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  await new Promise((resolve) => child.on('close', resolve))
  expect(JSON.parse(printed).choices[0].message.content).toBe('Good day')
  expect(service.requests[0]?.prompt).toMatchObject({ messages: [{ role: 'user', text: 'Hello' }] })
})
