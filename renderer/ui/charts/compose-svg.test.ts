import { describe, expect, it } from 'vitest'
import { composeSvg } from './compose-svg'

const picture = composeSvg({
  title: 'Decode <against> depth & "more"',
  notes: ['Pocket', '2 cores'],
  width: 400,
  height: 200,
  drawing: '<circle r="1"/>',
  legend: [
    { name: 'f16', color: 'rgb(0, 105, 168)', dashes: '' },
    { name: '<q8_0>', color: 'rgb(184, 74, 0)', dashes: '6 3' },
  ],
  colors: { paper: '#fff', ink: '#000', soft: '#555' },
})

describe('a chart that is saved as a picture', () => {
  it('contains the drawing, and a line for each entry of the legend below it', () => {
    expect(picture).toContain('<circle r="1"/>')
    expect(picture.match(/<line /g)).toHaveLength(2)
    expect(picture).toContain('stroke-dasharray="6 3"')
    // 16 + 22 + 2 x 18 px above the drawing, 200 px for it, 8 + 2 x 18 + 16 px below.
    expect(picture).toContain('width="432" height="334"')
  })
  it('wraps its notes to its width', () => {
    // 400 / 6.4 = 62 characters, which is 12 words of 4 letters with the spaces between them.
    const long = composeSvg({
      title: '',
      notes: ['word '.repeat(20).trim()],
      width: 400,
      height: 1,
      drawing: '',
      legend: [],
      colors: { paper: '', ink: '', soft: '' },
    })
    expect(long.match(/(word ?)+/g)?.map((line) => line.split(' ').length)).toEqual([12, 8])
  })
  it('does not draw an x between digits as a multiplication sign', () => {
    expect(picture).toMatch(/^<svg [^>]*'calt' 0/)
  })
  it('shows names as text, even if they contain markup', () => {
    expect(picture).toContain('Decode &lt;against&gt; depth &amp; &quot;more&quot;')
    expect(picture).toContain('&lt;q8_0&gt;')
    expect(picture).not.toContain('<q8_0>')
  })
})
