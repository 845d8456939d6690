import { resolve } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { bundledPackages } from './scripts/bundled-packages.mjs'

const at = (path: string) => resolve(import.meta.dirname, path)

/**
 * The page must not appear before its script has applied the user's appearance. Vite does not write the attribute `blocking="render"`,
 * so this plugin adds it.
 */
const blockingScript = {
  name: 'blocking-script',
  transformIndexHtml: {
    order: 'post' as const,
    handler: (html: string) => html.replace('<script type="module"', '<script type="module" blocking="render"'),
  },
}

/** Chromium reads WOFF2. KaTeX also has its fonts in two older formats. */
const onlyWoff2 = {
  name: 'only-woff2',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    /\/katex\/.*\.css$/.test(id) ? code.replace(/,\s*url\([^)]*\.(?:woff|ttf)\) format\(["'][a-z]+["']\)/g, '') : undefined,
}

/** The desktop's three bundles. The plain Node bundles are in vite.node.config.ts. */
export default defineConfig({
  main: {
    plugins: [bundledPackages()],
    build: {
      outDir: 'out/main',
      target: 'node20.18',
      sourcemap: true,
      // Everything except the native packages is bundled, so an installation does not contain the other packages a second time.
      externalizeDeps: { exclude: ['ws', '@orpc/server', '@orpc/client', '@orpc/contract', 'zod'] },
      rolldownOptions: { input: { index: at('main/shell/index.ts') } },
    },
  },
  preload: {
    plugins: [bundledPackages()],
    build: {
      outDir: 'out/preload',
      target: 'node20.18',
      externalizeDeps: false,
      isolatedEntries: false,
      rolldownOptions: { input: { index: at('preload/index.ts') }, output: { format: 'cjs', entryFileNames: '[name].cjs' } },
    },
  },
  renderer: {
    root: at('renderer'),
    plugins: [onlyWoff2, react(), tailwindcss(), blockingScript, bundledPackages()],
    build: {
      outDir: at('out/renderer'),
      target: 'chrome130',
      minify: true,
      sourcemap: true,
      emptyOutDir: true,
      // The content security policy allows data: URLs only for images, so fonts are not inlined.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      rolldownOptions: { input: { index: at('renderer/index.html') } },
    },
  },
})
