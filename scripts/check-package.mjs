/** `npm run check-package [-- PROGRAM]`: starts the packaged app and sends it a prompt. */
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { become, ensureDependencies, root, say } from './checkout.mjs'
import { findDisplay } from './find-display.mjs'
import { commandLine, launch, packagedProgram, resourcesOf, start } from './packaged-app.mjs'

const patienceMs = 60_000

ensureDependencies()
const { wrapper, reason } = findDisplay()
if (reason) throw new Error(`The package cannot be started: ${reason}`)
if (wrapper.length > 0) become(wrapper[0], [...wrapper.slice(1), process.execPath, ...process.argv.slice(1)])
else await check(process.argv[2] ?? packagedProgram())

async function check(program) {
  const home = mkdtempSync(join(tmpdir(), 'headroom-package-'))
  const passed = []
  const step = async (name, work) => {
    await work()
    passed.push(name)
    say(`ok  ${name}`)
  }
  let app
  try {
    app = await start(program, home)
    const { page } = app
    await step('the window opens and the embedded model loads', () => ready(page))
    await step('a prompt is answered', async () => {
      const answer = await ask(page, 'What is the KV cache?')
      if (!/KV cache/.test(answer)) throw new Error(`Expected an answer about the KV cache, got "${answer}"`)
    })
    await step('a model file opened with the program is shown in the open window', async () => {
      const model = join(home, 'my model.gguf')
      copyFileSync(join(root, 'native-models/pocket/pocket-f16.gguf'), model)
      const [code] = await once(launch(program, home, [model]), 'exit')
      if (code !== 0) throw new Error(`Expected the second start to end with 0, got ${code}`)
      await page
        .getByTitle(/my model\.gguf$/)
        .first()
        .waitFor({ timeout: patienceMs })
      await ready(page)
    })
    await step('the program ends when its window is closed', async () => {
      const exit = once(app.child, 'exit')
      await app.close()
      const [code, signal] = await exit
      if (code !== 0) throw new Error(`Expected the program to end with 0, got ${signal ?? code}`)
    })
    await step('the command line answers', async () => {
      const { text } = JSON.parse(await commandLine(program, home, ['chat', 'pocket', '--prompt', 'What is the KV cache?', '--json']))
      if (!/KV cache/.test(text)) throw new Error(`Expected an answer about the KV cache, got "${text}"`)
    })
    await step('exactly the included builds of llama.cpp are found and tried', async () => {
      const { automatic, trials } = JSON.parse(await commandLine(program, home, ['backends', '--json']))
      const included = buildsIn(program)
      for (const { backend, code } of trials.filter(({ code }) => code !== 'not-on-this-system')) {
        if (included.includes(backend) !== (code !== 'not-installed'))
          throw new Error(`Expected ${included.join(', ')} to be found, got "${code ?? 'works'}" for ${backend}`)
        say(`    ${backend}: ${code ?? 'works'}`)
      }
      say(`    automatic selects ${automatic}`)
    })
    console.log(`${passed.length} passed, 0 failed`)
  } catch (error) {
    say(`not ok  ${error instanceof Error ? error.message : error}\n${app?.log() ?? ''}`)
    console.log(`${passed.length} passed, 1 failed`)
    process.exitCode = 1
  } finally {
    app?.child.kill('SIGKILL')
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function buildsIn(program) {
  const folder = join(resourcesOf(program), 'app.asar.unpacked/node_modules/@node-llama-cpp')
  const names = existsSync(folder) ? readdirSync(folder) : []
  return ['cuda', 'metal', 'vulkan', 'cpu'].filter((backend) => backend === 'cpu' || names.some((name) => name.endsWith(`-${backend}`)))
}

function ready(page) {
  return page.getByPlaceholder('Write a message').waitFor({ timeout: patienceMs })
}

async function ask(page, text) {
  const field = page.getByLabel('Message', { exact: true })
  await field.fill(text)
  await field.press('Enter')
  await page.getByRole('button', { name: 'Copy the answer' }).last().waitFor({ timeout: patienceMs })
  return page.getByRole('article').last().textContent()
}
