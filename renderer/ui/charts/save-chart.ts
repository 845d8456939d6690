import { safeFileName } from '../../../core/text/safe-file-name'
import { saveBlob, saveFile } from '../../client/save-file'
import { composeSvg, type LegendEntry } from './compose-svg'

export interface ChartFile {
  readonly title: string
  readonly notes: readonly string[]
  readonly legend: readonly LegendEntry[]
}

const drawn = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-opacity',
  'stroke-width',
  'stroke-dasharray',
  'font-size',
  'font-weight',
  'text-anchor',
  'opacity',
] as const

/** Sharp in print and on dense screens. */
const pngScale = 2

export function saveSvg(chart: SVGSVGElement, file: ChartFile): void {
  saveFile({ fileName: `${fileNameOf(file.title)}.svg`, mediaType: 'image/svg+xml', text: pictureOf(chart, file) })
}

export async function savePng(chart: SVGSVGElement, file: ChartFile): Promise<void> {
  const address = URL.createObjectURL(new Blob([pictureOf(chart, file)], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = address
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.width * pngScale
    canvas.height = image.height * pngScale
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (blob) saveBlob(`${fileNameOf(file.title)}.png`, blob)
  } finally {
    URL.revokeObjectURL(address)
  }
}

function pictureOf(chart: SVGSVGElement, { title, notes, legend }: ChartFile): string {
  const { width, height } = chart.getBoundingClientRect()
  const root = getComputedStyle(document.documentElement)
  const color = (name: string) => root.getPropertyValue(name).trim()
  return composeSvg({
    title,
    notes,
    width: Math.ceil(width),
    height: Math.ceil(height),
    drawing: drawingOf(chart),
    legend: legend.map((entry) => ({ ...entry, color: color(entry.color.replace(/^var\((.*)\)$/, '$1')) || entry.color })),
    colors: { paper: color('--paper'), ink: color('--ink'), soft: color('--ink-soft') },
  })
}

function drawingOf(chart: SVGSVGElement): string {
  const copy = chart.cloneNode(true) as SVGSVGElement
  const originals = [...chart.querySelectorAll('*')]
  for (const [at, element] of [...copy.querySelectorAll('*')].entries()) {
    const style = getComputedStyle(originals[at] as Element)
    for (const property of drawn) element.setAttribute(property, style.getPropertyValue(property))
    for (const attribute of ['class', 'style', 'tabindex']) element.removeAttribute(attribute)
  }
  const serializer = new XMLSerializer()
  return [...copy.childNodes].map((node) => serializer.serializeToString(node)).join('')
}

const fileNameOf = (title: string): string =>
  safeFileName(
    title
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .toLowerCase(),
    'chart',
  )
