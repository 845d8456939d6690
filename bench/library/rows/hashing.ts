import { closeSync, fsyncSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { PartFile } from '../../../main/library/files/part-file'
import type { Rounds } from '../../engine/rounds'
import { amount, atLeast, type Row, ratioOf } from '../../engine/row'
import { workFolder } from '../../paths'
import { blocks, fileBytes, hashOf, randomBlock } from '../made-file'
import { timedTool } from '../run-tool'

const megabyte = 1_000_000

export async function hashingRows(rounds: Rounds): Promise<Row[]> {
  mkdirSync(workFolder, { recursive: true })
  const folder = mkdtempSync(join(workFolder, 'hashing-'))
  const path = join(folder, 'made.gguf.unfinished')
  try {
    const sha256 = writeMadeFile(path)
    const rate = (seconds: number) => fileBytes / megabyte / seconds
    const measured = await rounds.play('hashing', {
      ours: async () => rate(await hashPart(path, sha256)),
      sha256sum: async () => rate(await timedTool('sha256sum', [path])),
    })
    const [ours, theirs] = [measured.map((figures) => figures.ours), measured.map((figures) => figures.sha256sum)]
    return [
      {
        what: 'hashing the existing part of a download, against sha256sum',
        ours: amount(ours, 'MB/s'),
        theirs: amount(theirs, 'MB/s'),
        ratio: ratioOf(ours, theirs),
        aim: atLeast(0.9),
        note: 'The file is in the page cache, so this row measures reading and hashing, not the disk.',
      },
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function writeMadeFile(path: string): string {
  const block = randomBlock()
  const file = openSync(path, 'w')
  for (let at = 0; at < blocks; at++) writeSync(file, block)
  fsyncSync(file)
  closeSync(file)
  return hashOf(block)
}

async function hashPart(path: string, sha256: string): Promise<number> {
  const startedMs = performance.now()
  const part = await PartFile.open(path)
  const found = await part.finish()
  await part.close()
  const seconds = (performance.now() - startedMs) / 1000
  if (found !== sha256) throw new Error(`Expected the SHA-256 ${sha256}, got ${found}`)
  return seconds
}
