import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const script = join(import.meta.dirname, 'cuda-lane.mjs')
const folder = mkdtempSync(join(tmpdir(), 'headroom-cuda-'))
afterAll(() => rmSync(folder, { recursive: true }))
const cudaLane = (args: readonly string[], path: string) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    encoding: 'utf8',
    env: { ...process.env, PATH: path },
  })
  return { status, stdout, stderr }
}

describe('npm run cuda-lane', () => {
  it('exits with code 3 and an explanation if there is no NVIDIA driver', () => {
    const { status, stdout, stderr } = cudaLane([], folder)
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
    expect(stderr).toMatch(
      /^(There is no NVIDIA driver on this machine: .*|llama\.cpp has a CUDA build for Linux and Windows on x64; .*)\.\n$/,
    )
  })
  it('exits with code 3 and the driver’s own message if the driver finds no GPU', ({ skip }) => {
    skip(process.platform !== 'linux' || process.arch !== 'x64', 'the made-up driver is a program for Linux on x64')
    const tool = join(folder, 'nvidia-smi')
    writeFileSync(tool, '#!/bin/sh\necho "No devices were found" >&2\nexit 6\n')
    chmodSync(tool, 0o755)
    const { status, stderr } = cudaLane([], `${folder}${delimiter}${process.env.PATH}`)
    expect(status).toBe(3)
    expect(stderr).toBe('The NVIDIA driver finds no GPU: No devices were found\n')
  })
  it('exits with code 2 for a missing model and for unknown arguments', () => {
    const missing = cudaLane([join(folder, 'none.gguf')], folder)
    expect(missing).toMatchObject({ status: 2, stderr: `No file exists at ${join(folder, 'none.gguf')}.\n` })
    expect(cudaLane(['--fast'], folder).status).toBe(2)
  })
})
