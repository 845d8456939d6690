/**
 * `node scripts/pack-kv-fixtures.mjs FIXTURES [SWEEP..]`. FIXTURES is a folder with truth.json, node-truth.json and their GGUF files. SWEEP
 * is a folder with index.jsonl and, for each model, NAME.gguf and the probe's results NAME.40 and NAME.50. See core/kv/fixtures/README.md.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { runnerImport } from 'vite'
import { root } from './checkout.mjs'

const [fixtures, ...sweeps] = process.argv.slice(2)
if (!fixtures) {
  console.error('node scripts/pack-kv-fixtures.mjs FIXTURES [SWEEP..]')
  process.exit(2)
}
const { readGgufHeader } = (await runnerImport(join(root, 'core/gguf/read-header.ts'))).module

/** In base64. */
async function headerOf(path) {
  const file = await open(path)
  const { size } = await file.stat()
  const read = async (offset, length) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, offset)
    return buffer.subarray(0, bytesRead)
  }
  const reading = await readGgufHeader({ sizeBytes: size, read })
  if (!reading.ok) throw new Error(`${path}: ${reading.code}`)
  const bytes = await read(0, reading.header.dataOffset)
  await file.close()
  return bytes.toString('base64')
}

function write(name, value) {
  const text = Buffer.from(JSON.stringify(value))
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 } })
  writeFileSync(join(root, 'core/kv/fixtures', `${name}.json.br`), packed)
  console.error(`${name}: ${text.length} bytes, packed ${packed.length}`)
}

const truth = JSON.parse(readFileSync(join(fixtures, 'truth.json'), 'utf8'))
const headers = {}
for (const { file } of truth.files) headers[file] = await headerOf(join(fixtures, file))
for (const { rows } of truth.files) for (const row of rows) delete row.log
write('headers', headers)
write('truth', truth)
const nodeTruth = JSON.parse(readFileSync(join(fixtures, 'node-truth.json'), 'utf8'))
for (const row of nodeTruth.rows) delete row.log
write('node-truth', nodeTruth)

if (sweeps.length > 0) write('sweep', (await Promise.all(sweeps.map(packSweep))).flat())

async function packSweep(folder) {
  const lines = readFileSync(join(folder, 'index.jsonl'), 'utf8').trim().split('\n')
  const models = []
  for (const { name, made } of lines.map((line) => JSON.parse(line))) {
    if (!made) continue
    const releases = { '0.4.0': rowsOf(join(folder, `${name}.40`)), '0.5.0': rowsOf(join(folder, `${name}.50`)) }
    if (releases['0.4.0'].length + releases['0.5.0'].length > 0)
      models.push({ name, header: await headerOf(join(folder, `${name}.gguf`)), releases })
  }
  return models
}

function rowsOf(path) {
  if (!existsSync(path)) return []
  const [model, ...answers] = readFileSync(path, 'utf8').trim().split('\n').map(parse)
  if (model?.model?.status !== 'ok') return []
  const rows = answers.filter(Boolean).map(({ in: settings, out }) => ({
    settings,
    status: out.status === 'crash' ? 'abort' : out.status,
    ...(out.status === 'ok'
      ? { class: out.class, bytes: out.tensor_bytes, caches: out.caches.filter((cache) => cache.layers > 0).map(cacheOf) }
      : {}),
  }))
  return rows.some(({ status }) => status === 'ok') ? rows : []
}

function cacheOf({ cache, cells, streams, layers, tensor_bytes }) {
  return [cache, cells, streams, layers, tensor_bytes]
}

function parse(line) {
  try {
    return JSON.parse(line)
  } catch {
    // The probe's time limit cut this line off.
    return undefined
  }
}
