/** `npm run dev`: the window on a fake engine, with hot reloading, in the browser. `-- --real` takes the real engine. */
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildBundle, ensureDependencies, root, say } from './checkout.mjs'

ensureDependencies()
const real = process.argv.includes('--real')
for (const bundle of ['headless', 'lab', 'trial', real ? 'engine' : 'fake-engine']) buildBundle(bundle)
const { startHeadless } = await import(pathToFileURL(join(root, 'out/headless/index.mjs')).href)
const { createServer } = await import('vite')
const { default: tailwindcss } = await import('@tailwindcss/vite')
const { default: react } = await import('@vitejs/plugin-react')

const headless = await startHeadless({
  root,
  dataFolder: process.env.HEADROOM_DATA ?? join(tmpdir(), 'headroom-dev'),
  port: 0,
  fakeEngine: !real,
  devRenderer: async (server) => {
    const vite = await createServer({
      configFile: false,
      root: join(root, 'renderer'),
      plugins: [react(), tailwindcss()],
      server: { middlewareMode: true, hmr: { server } },
      logLevel: 'warn',
    })
    return (request, response) => vite.middlewares(request, response)
  },
})
say(`Headroom (${real ? 'real' : 'fake'} engine) is at ${headless.url}`)
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    headless.app.close()
    process.exit(0)
  })
