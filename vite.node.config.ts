import { cpSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { resolve } from 'node:path'
import { defineConfig } from 'vite'
import { bundledPackages } from './scripts/bundled-packages.mjs'

/** The bundles that run in plain Node or in a utility process, one per mode: `vite build -c vite.node.config.ts --mode engine`. */
const entries: Readonly<Record<string, string>> = {
  engine: 'native-models/engine/index.ts',
  'fake-engine': 'native-models/fake-engine/index.ts',
  'remote-engine': 'main/remote-engine/index.ts',
  lab: 'lab/index.ts',
  trial: 'native-models/trial/index.ts',
  bandwidth: 'native-models/bandwidth/index.ts',
  template: 'native-models/template/index.ts',
  documents: 'native-models/documents/index.ts',
  headless: 'main/headless/index.ts',
  cli: 'main/cli/index.ts',
  bench: 'bench/index.ts',
}

/** pdf.js reads these tables from files. */
const characterTables = {
  name: 'character-tables',
  writeBundle: ({ dir }: { dir?: string }) =>
    cpSync(resolve(import.meta.dirname, 'node_modules/pdfjs-dist/cmaps'), resolve(dir ?? '', 'cmaps'), { recursive: true }),
}

export default defineConfig(({ mode }) => ({
  publicDir: false,
  plugins: [bundledPackages(), ...(mode === 'documents' ? [characterTables] : [])],
  // Native packages load their own binaries from where they are installed.
  ssr: { noExternal: true, external: ['node-llama-cpp', 'libsql', 'vite', '@playwright/test'] },
  build: {
    ssr: resolve(import.meta.dirname, entries[mode] ?? `unknown bundle ${mode}`),
    outDir: resolve(import.meta.dirname, 'out', mode),
    target: 'node20.18',
    minify: false,
    emptyOutDir: true,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      external: [...builtinModules, ...builtinModules.map((name) => `node:${name}`), 'electron'],
      output: { format: 'es', entryFileNames: 'index.mjs', chunkFileNames: '[name].mjs' },
    },
  },
}))
