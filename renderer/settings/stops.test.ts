import { describe, expect, it } from 'vitest'
import { contextStops, nearestStop, trainedStop } from './stops'

describe('the stops of the context slider', () => {
  it('are multiples of 256 cells, with four stops per doubling where possible', () => {
    const stops = contextStops(2048)
    expect(stops.slice(0, 12)).toEqual([256, 512, 768, 1024, 1280, 1536, 1792, 2048, 2560, 3072, 3584, 4096])
    expect(stops.every((tokens) => tokens % 256 === 0)).toBe(true)
  })
  it('end at 131,072 or at the trained context, whichever is larger', () => {
    expect(contextStops(2048).at(-1)).toBe(131_072)
    expect(contextStops(10_485_760).at(-1)).toBe(10_485_760)
  })
  it('are marked from the trained context on, even between two stops, if it is known and the scale goes beyond it', () => {
    const stops = contextStops(2048)
    expect(trainedStop(stops, 2048)).toBe(stops.indexOf(2048))
    // Halfway from 2,048 to 2,560
    expect(trainedStop(stops, 2304)).toBe(stops.indexOf(2048) + 0.5)
    expect(trainedStop(contextStops(0), 0)).toBeUndefined()
    expect(trainedStop(contextStops(131_072), 131_072)).toBeUndefined()
  })
  it('include a nearest stop for any number', () => {
    const stops = contextStops(0)
    // |log(3,072 / 3,000)| < |log(2,560 / 3,000)|
    expect(stops[nearestStop(stops, 3000)]).toBe(3072)
    expect(nearestStop(stops, 1)).toBe(0)
    expect(nearestStop(stops, 1e9)).toBe(stops.length - 1)
  })
})
