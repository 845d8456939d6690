/**
 * STREAM's triad with different numbers of threads. As in STREAM, the first of ten repetitions is ignored, and the best of the others
 * counts; each element counts as 24 bytes; and each thread first writes its part of the three arrays together. Linux places each page in
 * memory when it is first written: array after array, the triad was 6 to 10% slower on a virtual machine with pages of 4 KiB.
 *
 * Source: John McCalpin, stream.c 5.10, https://www.cs.virginia.edu/stream/
 */
import { Worker } from 'node:worker_threads'
import { type TriadFinding, type TriadTask, triadBytesPerElement } from '../../core/bandwidth/triad-process'
import { wasm } from '../../core/web-assembly/web-assembly'
import { arrayBytesFor, freeBytesNow, lastLevelCacheBytes, pageBytes, threadCounts } from './array-size'
import { stepBytes, triadBinary } from './triad-kernel'

const repetitions = 10
/** Per thread count. A slow machine makes fewer repetitions, but at least four. */
const longestMs = 4000

/** The smallest page of the systems that Headroom runs on has 4 KiB. */
const pageDoubles = 512

const values = { b: 2, c: 0.5, factor: 3 }

/** Runs in each thread. `meet` is a barrier: the last thread to arrive wakes the others. */
const work = `
const { workerData } = require('node:worker_threads')
const { binary, memory, control, times, index, counts, arrayBytes, arraysAt, stepBytes, pageDoubles, values, repetitions, longestMs } = workerData
const { run } = new WebAssembly.Instance(new WebAssembly.Module(binary), { env: { memory } }).exports
const all = counts[0]
const meet = (place, threads) => {
  const turn = Atomics.load(control, place + 1)
  if (Atomics.add(control, place, 1) === threads - 1) {
    Atomics.store(control, place, 0)
    Atomics.add(control, place + 1, 1)
    Atomics.notify(control, place + 1)
  } else while (Atomics.load(control, place + 1) === turn) Atomics.wait(control, place + 1, turn)
}
const part = (threads) => {
  const steps = arrayBytes / stepBytes
  const at = (share) => Math.floor((steps * share) / threads) * stepBytes
  return [at(index), at(index + 1)]
}
const [from, to] = part(all)
const doubles = (array) => new Float64Array(memory.buffer, arraysAt + array * arrayBytes + from, (to - from) / 8)
const [a, b, c] = [0, 1, 2].map(doubles)
for (let at = 0; at < a.length; at += pageDoubles) {
  a.fill(0, at, at + pageDoubles)
  b.fill(values.b, at, at + pageDoubles)
  c.fill(values.c, at, at + pageDoubles)
}
if (index === 0) new Float64Array(memory.buffer, 0, 2).fill(values.factor)
meet(0, all)
counts.forEach((threads, row) => {
  if (index < threads) {
    const [first, end] = part(threads)
    const [a, b, c] = [0, 1, 2].map((array) => arraysAt + array * arrayBytes + first)
    let passed = 0
    for (let repetition = 0; repetition < repetitions; repetition++) {
      meet(2, threads)
      if (Atomics.load(control, 4) === 1) break
      const before = performance.now()
      if (end > first) run(a, b, c, a + end - first, 0)
      meet(2, threads)
      if (index > 0) continue
      const took = performance.now() - before
      times[row * repetitions + repetition] = took
      passed += took
      if (repetition >= 3 && passed > longestMs) Atomics.store(control, 4, 1)
    }
  }
  meet(0, all)
  if (index === 0) Atomics.store(control, 4, 0)
  meet(0, all)
})
`

/** Throws if the memory cannot be allocated or the sums are wrong. */
export async function measureTriad(task: TriadTask): Promise<TriadFinding> {
  const cacheBytes = lastLevelCacheBytes()
  const arrayBytes = task.arrayBytes ?? arrayBytesFor(cacheBytes, freeBytesNow())
  const counts = [...(task.threads ?? threadCounts())].sort((a, b) => b - a)
  const pages = Math.ceil((pageBytes + 3 * arrayBytes) / pageBytes)
  const memory = new wasm.Memory({ initial: pages, maximum: pages, shared: true })
  const times = new Float64Array(new SharedArrayBuffer(8 * repetitions * counts.length))
  const shared = {
    binary: triadBinary(pages),
    memory,
    // Two barriers of two numbers each, and a stop flag.
    control: new Int32Array(new SharedArrayBuffer(4 * 5)),
    times,
    counts,
    arrayBytes,
    arraysAt: pageBytes,
    stepBytes,
    pageDoubles,
    values,
    repetitions,
    longestMs,
  }
  const start = (index: number) => ended(new Worker(work, { eval: true, workerData: { ...shared, index } }))
  await Promise.all(Array.from({ length: counts[0] ?? 1 }, (_, index) => start(index)))
  assertSums(new Float64Array(memory.buffer, pageBytes, arrayBytes / 8))
  return {
    outcome: 'measured',
    arrayBytes,
    cacheBytes,
    byThreads: counts
      .map((threads, row) => ({ threads, bytesPerSecond: rateOf(arrayBytes, times.slice(row * repetitions, (row + 1) * repetitions)) }))
      .reverse(),
  }
}

const ended = (worker: Worker): Promise<void> =>
  new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}`))))
  })

/** `timesMs` is 0 for skipped repetitions. */
function rateOf(arrayBytes: number, timesMs: Float64Array): number {
  const best = Math.min(...timesMs.slice(1).filter((ms) => ms > 0))
  return ((arrayBytes / 8) * triadBytesPerElement * 1000) / best
}

/** Checks every 1,009th element, to detect a part that no thread computed. */
function assertSums(a: Float64Array): void {
  const right = values.b + values.factor * values.c
  for (let at = 0; at < a.length; at += 1009) if (a[at] !== right) throw new Error(`Expected ${right} at ${at}, got ${a[at]}`)
}
