import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { createServer } from 'vite'
import { root } from './checkout.mjs'

const config = { configFile: false, root: join(root, 'renderer'), plugins: [react(), tailwindcss()], logLevel: 'warn' }

export async function renderOn(server) {
  const vite = await createServer({ ...config, server: { middlewareMode: true, hmr: { server } } })
  return (request, response) => vite.middlewares(request, response)
}

export async function serveRenderer() {
  const vite = await createServer({ ...config, server: { host: '127.0.0.1', port: 0 } })
  await vite.listen()
  return { origin: `http://127.0.0.1:${vite.httpServer.address().port}` }
}
