/** The formats of JSON Schema that a grammar can check, as regular expressions. All are within what ajv-formats 3 accepts. */

const year31 = '[0-9]{4}-(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])'
const year30 = '[0-9]{4}-(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'
const february = '[0-9]{4}-02-(?:0[1-9]|1[0-9]|2[0-8])'
const leapDay = '(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29'
const date = `(?:${year31}|${year30}|${february}|${leapDay})`

const seconds = '(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]'
const fractionOfSecond = '(?:\\.[0-9]{1,15})?'
const offset = '(?:[Zz]|[+-](?:[01][0-9]|2[0-3]):[0-5][0-9])'
const time = `(?:${seconds}${fractionOfSecond}${offset}|23:59:60${fractionOfSecond}[Zz])`

const mailWord = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const mailLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?'

/** A name has at most 253 characters. Labels with `--` are left out, because they can be invalid Punycode. */
const label = (most: number) => `(?:[A-Za-z0-9]{1,${most}}|[A-Za-z0-9](?:-?[A-Za-z0-9]){0,${Math.floor((most - 1) / 2)}})`
const hostname = `(?:${label(63)}(?:\\.${label(63)}){0,2}|${label(30)}(?:\\.${label(30)}){3,7})`

const byte = '(?:25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])'
const ipv4 = `(?:${byte}\\.){3}${byte}`
const group = '[0-9A-Fa-f]{1,4}'
const lastGroups = `(?:${group}:${group}|${ipv4})`
/** The nine forms of RFC 3986, by how many groups stand before `::`. */
const ipv6 = `(?:${[
  `(?:${group}:){6}${lastGroups}`,
  `::(?:${group}:){5}${lastGroups}`,
  ...[0, 1, 2, 3].map((before) => `(?:(?:${group}:){0,${before}}${group})?::(?:${group}:){${4 - before}}${lastGroups}`),
  `(?:(?:${group}:){0,4}${group})?::${lastGroups}`,
  `(?:(?:${group}:){0,5}${group})?::${group}`,
  `(?:(?:${group}:){0,6}${group})?::`,
].join('|')})`

const unreserved = "A-Za-z0-9._~!$&'()*+,;="
const encoded = '%[0-9A-Fa-f]{2}'
const pathCharacter = `(?:[${unreserved}:@-]|${encoded})`
const rest = `(?:\\?(?:[${unreserved}:@/?-]|${encoded})*)?(?:#(?:[${unreserved}:@/?-]|${encoded})*)?`
const authority = `(?:(?:[${unreserved}:-]|${encoded})*@)?(?:\\[${ipv6}\\]|(?:[${unreserved}-]|${encoded})*)(?::[0-9]*)?`
const uri = `[A-Za-z][A-Za-z0-9+.-]*:(?://${authority}(?:/${pathCharacter}*)*|/(?:${pathCharacter}+(?:/${pathCharacter}*)*)?|${pathCharacter}+(?:/${pathCharacter}*)*)${rest}`

const count = '[0-9]{1,9}'
const timeSpan = `T(?:${count}H(?:${count}M(?:${count}S)?)?|${count}M(?:${count}S)?|${count}S)`
const months = `${count}M(?:${count}D)?`
const duration = `P(?:(?:${count}Y(?:${months})?|${months}|${count}D)(?:${timeSpan})?|${timeSpan}|${count}W)`

const pointer = '(?:/(?:[^~/]|~0|~1)*)*'

const hex = '[0-9A-Fa-f]'

export const formats: Readonly<Record<string, string>> = {
  date,
  time,
  duration,
  'date-time': `${date}[Tt]${time}`,
  email: `${mailWord}(?:\\.${mailWord})*@(?:${mailLabel}\\.)+${mailLabel}`,
  hostname,
  ipv4,
  ipv6,
  'json-pointer': pointer,
  'relative-json-pointer': `(?:0|[1-9][0-9]*)(?:#|${pointer})`,
  uri,
  uuid: `${hex}{8}-(?:${hex}{4}-){3}${hex}{12}`,
}

/** Formats of JSON Schema that a grammar cannot check. */
export const unsupportedFormats: ReadonlySet<string> = new Set([
  'idn-email',
  'idn-hostname',
  'iri',
  'iri-reference',
  'regex',
  'uri-reference',
  'uri-template',
])

export const formatPattern = (name: string): string | undefined => (Object.hasOwn(formats, name) ? `^(?:${formats[name]})$` : undefined)
