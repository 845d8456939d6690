const deepest = 10

/** Skips hidden entries and, inside folders, files that are not .gguf. Keeps the order of the entries. */
export async function filesIn(entries: readonly FileSystemEntry[], depth = 0): Promise<File[]> {
  const files: File[] = []
  for (const entry of entries) {
    if (entry.name.startsWith('.')) continue
    if (isFile(entry)) {
      if (depth === 0 || /\.gguf$/i.test(entry.name)) files.push(await new Promise<File>((resolve, reject) => entry.file(resolve, reject)))
    } else if (isFolder(entry) && depth < deepest) files.push(...(await filesIn(await entriesOf(entry), depth + 1)))
  }
  return files
}

/** An empty batch marks the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (some.length === 0) return all
    all.push(...some)
  }
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
