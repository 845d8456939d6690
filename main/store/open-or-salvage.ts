/** The new file is complete before the damaged one is moved, so the next start can try again after a crash. */
import { existsSync, renameSync, rmSync } from 'node:fs'
import { coded } from '../../core/contract/errors/coded-error'
import { type Salvaged, salvage } from './salvage'
import type { Database } from './sqlite/database'
import { type Opened, openDatabase } from './sqlite/open-database'
import type { StoreNews } from './store-news'

/** Throws the same errors as `openDatabase`. */
export function openOrSalvage(path: string, news: StoreNews[]): Database {
  const salvagedPath = path.replace(/\.sqlite$/, '-salvaged.sqlite')
  // The app died after it had moved the damaged file.
  if (!existsSync(path) && existsSync(salvagedPath)) onDisk(path, () => renameSync(salvagedPath, path))
  const opened = openDatabase(path)
  if ('damaged' in opened) {
    const saved = salvageTo(salvagedPath, path)
    const keptAt = replace(path, salvagedPath)
    news.push({ code: 'store-salvaged', facts: { quoted: opened.damaged, keptAt, ...saved } })
    return whole(openDatabase(path), path).database
  }
  if (opened.indexRebuilt) news.push({ code: 'search-rebuilt', facts: {} })
  return opened.database
}

function salvageTo(salvagedPath: string, damagedPath: string): Salvaged {
  onDisk(salvagedPath, () => {
    for (const suffix of suffixes) rmSync(salvagedPath + suffix, { force: true })
  })
  const { database } = whole(openDatabase(salvagedPath), salvagedPath)
  try {
    return salvage(damagedPath, database)
  } finally {
    database.close()
  }
}

const suffixes = ['', '-wal', '-shm'] as const

function replace(path: string, salvagedPath: string): string {
  const aside = path.replace(/\.sqlite$/, `-damaged-${new Date().toISOString().replace(/[:.]/g, '-')}.sqlite`)
  onDisk(path, () => {
    // The next start looks for the database, so its log is moved first.
    for (const suffix of suffixes.toReversed()) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix)
    renameSync(salvagedPath, path)
  })
  return aside
}

function whole(opened: Opened, path: string): Exclude<Opened, { damaged: string }> {
  if ('damaged' in opened) throw coded('store-failed', { path, reason: { kind: 'sqlite', quoted: opened.damaged } })
  return opened
}

function onDisk(path: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    throw coded('store-failed', { path, reason: { kind: 'system', quoted: (error as Error).message } })
  }
}
