import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const rooms = ['core', 'lab', 'native-models', 'main', 'preload', 'renderer', 'e2e', 'bench'] as const

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const fromRoot = (path: string): string => relative(root, path).split(sep).join('/')

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name) && !/\.d\.ts$/.test(entry.name))
    .map((entry) => fromRoot(join(entry.parentPath, entry.name)))
    .filter((path) => !path.includes('.work/'))
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join(root, path), 'utf8')
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"\n]*?(?:\{[^}]*\}[^'"\n]*?)?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm
  return [...text.matchAll(pattern)].map(([, type, fixed, dynamic]) => {
    const target = (fixed ?? dynamic) as string
    return {
      from: path,
      to: target.startsWith('.') ? fromRoot(resolve(root, dirname(path), target)) : target,
      typeOnly: type !== undefined,
    }
  })
}

const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path)
const imports = rooms.flatMap((room) => sourcesIn(room).flatMap(importsOf))
const of = (room: string, options = { tests: false }) =>
  imports.filter(({ from }) => from.startsWith(`${room}/`) && (options.tests || !isTest(from)))
const into =
  (room: string) =>
  ({ to }: Import) =>
    to.startsWith(`${room}/`)
const packages =
  (...names: string[]) =>
  ({ to }: Pick<Import, 'to'>) =>
    names.some((name) => to === name || to.startsWith(`${name}/`) || (name.endsWith(':') && to.startsWith(name)))
const lines = (found: readonly Import[]) => found.map(({ from, to }) => `${from} -> ${to}`)

const isProduct = (path: string): boolean => !/^(e2e|bench)\//.test(path)
const products = rooms.flatMap(sourcesIn).filter((path) => isProduct(path) && !isTest(path))

function circles(arrows: readonly (readonly [from: string, to: string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) if (from !== to) next.set(from, (next.get(from) ?? new Set()).add(to))
  const reach = (from: string): Set<string> => {
    const seen = new Set(next.get(from))
    for (const one of seen) for (const further of next.get(one) ?? []) seen.add(further)
    return seen
  }
  const reached = new Map([...next.keys()].map((from) => [from, reach(from)]))
  const inCircle = [...reached].filter(([from, seen]) => seen.has(from))
  const groups = inCircle.map(([from, seen]) => [from, ...[...seen].filter((to) => to !== from && reached.get(to)?.has(from))].sort())
  return [...new Map(groups.map((group) => [group.join(), group])).values()]
}

function reachedFrom(entry: string): { to: string; way: string }[] {
  const files = new Map(rooms.flatMap(sourcesIn).map((path) => [path.replace(/(\/index)?\.tsx?$/, ''), path]))
  const reached = new Map([[entry, entry]])
  // This loop also visits the entries that it adds.
  for (const [from, way] of reached)
    for (const { to } of imports.filter((found) => found.from === from && !found.typeOnly)) {
      const target = files.get(to) ?? to
      if (!reached.has(target)) reached.set(target, `${way} -> ${target}`)
    }
  return [...reached].map(([to, way]) => ({ to, way }))
}

describe('the architecture', () => {
  it('is tested on more than 200 imports', () => {
    expect(imports.length).toBeGreaterThan(200)
    expect(of('renderer').some(packages('react'))).toBe(true)
    expect(of('main').some(into('core'))).toBe(true)
  })
  it('lets core import no platform API, no framework and no other module, so that the window and the command line compute the same plans', () => {
    const allowed = ['zod', 'papaparse', 'jsonc-parser', '@orpc/contract', '@orpc/client', '@orpc/standard-server-peer']
    const ofTests = ['ajv', 'ajv-formats']
    const isAllowed = (found: Import) => packages(...allowed, ...(found.from.includes('/testing/') ? ofTests : []))(found)
    expect(lines(of('core').filter((found) => !into('core')(found) && !isAllowed(found)))).toEqual([])
  })
  it('lets only the engine load llama.cpp, because a crash of llama.cpp ends the whole process', () => {
    const others = imports.filter(({ from }) => !from.startsWith('native-models/engine/') && !from.startsWith('bench/') && !isTest(from))
    expect(lines(others.filter(packages('node-llama-cpp')))).toEqual([])
  })
  it('lets the engines import nothing from main or the window; main talks to them over a port', () => {
    expect(
      lines(
        of('native-models').filter(
          (found) => into('main')(found) || into('renderer')(found) || packages('electron', 'react', 'libsql')(found),
        ),
      ),
    ).toEqual([])
  })
  it('lets the Lab import only core and the code that ends a process together with its owner', () => {
    const owner = ({ to }: Import) => to === 'native-models/process/end-with-owner'
    const others = of('lab').filter((found) => !isTest(found.from) && !into('lab')(found) && !into('core')(found) && !owner(found))
    expect(lines(others.filter((found) => !packages('node:')(found)))).toEqual([])
  })
  it('makes main start the engine and the Lab by path, without bundling their code', () => {
    const serves = ({ from, to }: Import) => from.startsWith('main/remote-engine/') && to.startsWith('native-models/process/')
    expect(
      lines(
        of('main').filter(
          (found) =>
            !serves(found) && (into('native-models')(found) || into('lab')(found) || into('renderer')(found) || packages('react')(found)),
        ),
      ),
    ).toEqual([])
  })
  it('makes main start the remote engine by path too', () => {
    const others = of('main').filter((found) => into('main/remote-engine')(found) && !found.from.startsWith('main/remote-engine/'))
    expect(lines(others)).toEqual([])
  })
  it('lets only the shell and the preload script import Electron, so that the rest runs without a display', () => {
    const others = imports.filter(
      ({ from }) =>
        !from.startsWith('main/shell/') && !from.startsWith('preload/') && !from.startsWith('e2e/') && !from.startsWith('bench/'),
    )
    expect(lines(others.filter(packages('electron')))).toEqual([])
  })
  it('makes tests open stores through main/store/testing/test-store.ts, which checks every data folder at the end', () => {
    const opening = rooms.flatMap(sourcesIn).filter((path) => isTest(path) && /\bopenStore\(/.test(readFileSync(join(root, path), 'utf8')))
    // Only the store's own tests call openStore directly.
    expect(opening.filter((path) => !path.startsWith('main/store/'))).toEqual([])
    const others = opening.filter((path) => !imports.some(({ from, to }) => from === path && to === 'main/store/testing/test-store'))
    expect(others).toEqual([])
  })
  it("sends every network request of Headroom's own code through one module, which respects the offline switch and the proxy", () => {
    const servers = [
      'main/headless/serve-headless.ts',
      'main/serve/http/api-access.ts',
      'main/serve/http/api-server.ts',
      'main/serve/http/protocol-errors.ts',
      'main/library/testing/made-hub.ts',
      'main/library/testing/made-proxy.ts',
      'main/library/testing/bad-server.ts',
      'main/load/testing/stub-server.ts',
      'main/remote/testing/lying-server.ts',
      'main/remote/testing/answering.ts',
      'main/remote-engine/testing/made-server.ts',
      'main/remote/testing/replay-server.ts',
      'main/testing/free-port.ts',
    ]
    const network = packages('undici', 'node:http', 'node:https', 'node:http2', 'node:net', 'node:tls', 'node:dgram', 'node:dns')
    const found = ['core', 'lab', 'native-models', 'main', 'preload'].flatMap((room) => of(room)).filter(network)
    const others = found.filter(({ from, typeOnly }) => !typeOnly && from !== 'main/library/network/network.ts' && !servers.includes(from))
    expect(lines(others)).toEqual([])
    expect(found.some(({ from }) => from === 'main/library/network/network.ts')).toBe(true)
    const callers = ['core', 'lab', 'native-models', 'main', 'preload'].flatMap(sourcesIn).filter((path) => {
      const text = isTest(path) ? '' : readFileSync(join(root, path), 'utf8')
      // Methods named `fetch` are allowed.
      return /(?:\b(?:await|return|void)|[=(,:?]|=>)\s*fetch\(/.test(text)
    })
    expect(callers).toEqual([])
  })
  it('keeps Node and Electron out of the window, which must work in both hosts', () => {
    expect(
      lines(
        of('renderer').filter(
          (found) =>
            packages('electron', 'node:', 'libsql', 'ws', '@orpc/server')(found) || into('main')(found) || into('native-models')(found),
        ),
      ),
    ).toEqual([])
  })
  it('lets the window import schemas only as types, because their code would violate the content security policy', () => {
    const reached = reachedFrom('renderer/main.tsx')
    expect(reached.length).toBeGreaterThan(200)
    expect(reached.filter(packages('zod', '@orpc/contract')).map(({ way }) => way)).toEqual([])
  })
  it('allows at most 15 source files in a folder, so that its purpose is easy to see', () => {
    const counts = new Map<string, number>()
    for (const path of products) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
    expect([...counts].filter(([, files]) => files > 15)).toEqual([])
  })
  it('allows no import cycle between files or folders, so that each can be understood and moved independently', () => {
    const files = new Map(products.map((path) => [path.replace(/(\/index)?\.tsx?$/, ''), path]))
    const arrows = imports.flatMap(({ from, to }) => {
      const target = files.get(to)
      return target && !isTest(from) ? [[from, target] as const] : []
    })
    expect(arrows.length).toBeGreaterThan(1000)
    expect(circles(arrows)).toEqual([])
    expect(circles(arrows.map(([from, to]) => [dirname(from), dirname(to)] as const))).toEqual([])
  })
  it('lets only core/copy import the texts of one language; all other code reads `copy`, in the language of its process', () => {
    const texts = imports.filter(({ from, to }) => /^core\/copy\/(en|de)\//.test(to) && !from.startsWith('core/copy/'))
    expect(lines(texts)).toEqual([])
  })
  it('allows no English text in an error: a reason consists of a kind and facts, and text from other programs is quoted', () => {
    const contracts = sourcesIn('core/contract/errors').filter((path) => !isTest(path))
    const textField = /\b(reason|detail|what|by|message|sentence|note): z\.string\(\)/
    expect(contracts.length).toBeGreaterThan(5)
    expect(contracts.filter((path) => textField.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
  it('keeps test helpers in folders named testing, which no product file imports', () => {
    const isSupport = (path: string) => /\/(testing|fixtures)\//.test(path)
    expect(lines(imports.filter(({ from, to }) => isSupport(to) && !isSupport(from) && !isTest(from) && isProduct(from)))).toEqual([])
  })
  it('keeps hooks out of the code that runs when a helper is loaded: the files of the unit lane share a process, so only the first would have them', () => {
    // The files of the component lane share nothing.
    const helpers = rooms.flatMap(sourcesIn).filter((path) => /^(?!renderer).*\/testing\/.*(?<!\.test|\.setup)\.tsx?$/.test(path))
    expect(helpers.length).toBeGreaterThan(20)
    expect(helpers.filter((path) => /^(?:before|after)(?:Each|All)\(/m.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
  it('limits the preload script to one file that imports only Electron', () => {
    expect(sourcesIn('preload')).toEqual(['preload/index.ts'])
    expect(lines(of('preload').filter((found) => !packages('electron')(found)))).toEqual([])
  })
})
