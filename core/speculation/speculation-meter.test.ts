import { describe, expect, it } from 'vitest'
import { SpeculationMeter } from './speculation-meter'

function calibrated(): SpeculationMeter {
  const meter = new SpeculationMeter()
  // The time of the first step does not count.
  meter.plain(500)
  for (let token = 0; token < 4; token++) meter.plain(10)
  return meter
}

describe('SpeculationMeter', () => {
  it('allows no draft until it has timed a few tokens', () => {
    const meter = new SpeculationMeter()
    expect(meter.mostTokens).toBe(0)
    for (let token = 0; token < 4; token++) meter.plain(10)
    expect(meter.mostTokens).toBe(0)
    meter.plain(10)
    expect(meter.mostTokens).toBe(4)
    expect(meter.figures).toEqual({ drafted: 0, accepted: 0, drafts: 0, speedUp: null, switchedOff: false })
  })
  it('raises the draft length while every token is accepted, up to a limit, and lowers it after a rejection', () => {
    const meter = calibrated()
    meter.step(4, 4, 20)
    expect(meter.mostTokens).toBe(8)
    meter.step(8, 8, 30)
    meter.step(16, 16, 40)
    expect(meter.mostTokens).toBe(16)
    meter.step(16, 5, 40)
    expect(meter.mostTokens).toBe(6)
    meter.step(6, 0, 30)
    expect(meter.mostTokens).toBe(2)
  })
  it('never exceeds the maximum draft length of the settings', () => {
    const meter = new SpeculationMeter(3)
    for (let token = 0; token < 5; token++) meter.plain(10)
    expect(meter.mostTokens).toBe(3)
    meter.step(3, 3, 20)
    expect(meter.mostTokens).toBe(3)
  })
  it('keeps the draft length if a draft is shorter or empty', () => {
    const meter = calibrated()
    meter.step(2, 2, 20)
    expect(meter.mostTokens).toBe(4)
    meter.step(0, 0, 20)
    expect(meter.mostTokens).toBe(4)
  })
  it('counts the time of empty drafts', () => {
    const meter = calibrated()
    // Each token took 12 ms instead of 10 ms.
    for (let step = 0; step < 7; step++) expect(meter.step(0, 0, 12)).toBe(false)
    expect(meter.step(0, 0, 12)).toBe(true)
    expect(meter.figures).toEqual({ drafted: 0, accepted: 0, drafts: 0, speedUp: 10 / 12, switchedOff: true })
  })
  it('reports the speed-up of steps with drafts', () => {
    const meter = calibrated()
    // Each pair gives 5 + 1 tokens of 10 ms in 40 ms.
    for (let pair = 0; pair < 4; pair++) {
      meter.step(4, 4, 20)
      meter.step(8, 0, 20)
    }
    expect(meter.figures).toEqual({ drafted: 48, accepted: 16, drafts: 8, speedUp: 1.5, switchedOff: false })
  })
  it('reports no speed-up after too few steps', () => {
    const meter = calibrated()
    meter.step(4, 0, 37)
    expect(meter.figures).toEqual({ drafted: 4, accepted: 0, drafts: 1, speedUp: null, switchedOff: false })
  })
  it('switches drafting off if eight steps take longer than their tokens would take without drafts', () => {
    const meter = calibrated()
    for (let step = 0; step < 7; step++) expect(meter.step(4, 0, 20)).toBe(false)
    expect(meter.step(4, 0, 20)).toBe(true)
    expect(meter.mostTokens).toBe(0)
    expect(meter.figures).toMatchObject({ speedUp: 0.5, switchedOff: true })
  })
  it('leaves drafting on if it saves time', () => {
    const meter = calibrated()
    for (let step = 0; step < 50; step++) expect(meter.step(4, 2, 20)).toBe(false)
    expect(meter.figures.speedUp).toBeCloseTo(1.5)
  })
})
