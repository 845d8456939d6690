import { readFile, stat } from 'node:fs/promises'
import { coded } from '../../../core/contract/errors/coded-error'
import { onDisk } from '../../library/files/file-failures'
import { typedPath } from '../../library/files/typed-path'

/** Some editors begin a file with a byte order mark, which is not part of its text. Throws `file-too-large` and file errors. */
export function textInFile(file: string, limitBytes: number): Promise<string> {
  const path = typedPath(file)
  return onDisk(path, async () => {
    const { size } = await stat(path)
    if (size > limitBytes) throw coded('file-too-large', { name: file, sizeBytes: size, limitBytes })
    return (await readFile(path, 'utf8')).replace(/^\ufeff/, '')
  })
}
