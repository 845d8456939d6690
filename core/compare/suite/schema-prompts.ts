import type { SuitePrompt } from './suite-prompt'
import { type ObjectSchema, objectOf, type SuiteSchema } from './suite-schema'

export interface SchemaPrompt extends SuitePrompt {
  readonly schema: ObjectSchema
  readonly expected: Readonly<Record<string, unknown>>
}

type Kind = keyof typeof kinds
const kinds = {
  string: [{ type: 'string' }, 'a string'],
  integer: [{ type: 'integer' }, 'a whole number'],
  number: [{ type: 'number' }, 'a number'],
  boolean: [{ type: 'boolean' }, 'true or false'],
  strings: [{ type: 'array', items: { type: 'string' } }, 'a list of strings'],
  integers: [{ type: 'array', items: { type: 'integer' } }, 'a list of whole numbers'],
} as const satisfies Readonly<Record<string, readonly [SuiteSchema, string]>>

/** A kind, or the allowed words. */
type Keys = Readonly<Record<string, Kind | readonly string[]>>
type Row = readonly [fact: string, keys: Keys, expected: SchemaPrompt['expected']]

const colors = ['red', 'green', 'blue']
const sizes = ['small', 'medium', 'large']
const states = ['open', 'closed', 'unknown']

const first: readonly Row[] = [
  ['Mara is 31 years old.', { name: 'string', age: 'integer' }, { name: 'Mara', age: 31 }],
  ['Tom lives in Oslo.', { name: 'string', city: 'string' }, { name: 'Tom', city: 'Oslo' }],
  ['The lamp is red.', { thing: 'string', color: colors }, { thing: 'lamp', color: 'red' }],
  ['The shop is open.', { state: states }, { state: 'open' }],
  ['The train leaves at 9.', { hour: 'integer' }, { hour: 9 }],
  ['A loaf of bread costs 2.5 euros.', { product: 'string', price: 'number' }, { product: 'bread', price: 2.5 }],
  ['The light in the kitchen is on.', { room: 'string', on: 'boolean' }, { room: 'kitchen', on: true }],
  ['The light in the garden is not on.', { room: 'string', on: 'boolean' }, { room: 'garden', on: false }],
  ['We need apples, rice and tea.', { products: 'strings' }, { products: ['apples', 'rice', 'tea'] }],
  ['The winning numbers are 4, 8 and 15.', { numbers: 'integers' }, { numbers: [4, 8, 15] }],
  [
    'Nora is a baker, 44 years old, and lives in Vienna.',
    { name: 'string', job: 'string', age: 'integer', city: 'string' },
    { name: 'Nora', job: 'baker', age: 44, city: 'Vienna' },
  ],
  ['The bag is small and green.', { size: sizes, color: colors }, { size: 'small', color: 'green' }],
  ['The box is large.', { thing: 'string', size: sizes }, { thing: 'box', size: 'large' }],
  ['Emma has 3 cats.', { name: 'string', cats: 'integer' }, { name: 'Emma', cats: 3 }],
  ['It is 18 degrees in Lisbon.', { city: 'string', degrees: 'integer' }, { city: 'Lisbon', degrees: 18 }],
  ['The bridge is 120 years old and is closed.', { age: 'integer', state: states }, { age: 120, state: 'closed' }],
  [
    'Karl ordered 2 small cups of tea.',
    { name: 'string', drink: 'string', count: 'integer', size: sizes },
    { name: 'Karl', drink: 'tea', count: 2, size: 'small' },
  ],
  ['The book has 310 pages.', { thing: 'string', pages: 'integer' }, { thing: 'book', pages: 310 }],
  ['Luna speaks German and Italian.', { name: 'string', languages: 'strings' }, { name: 'Luna', languages: ['German', 'Italian'] }],
  ['Room 12 is free.', { room: 'integer', free: 'boolean' }, { room: 12, free: true }],
  ['The file notes.txt has 48 lines.', { file: 'string', lines: 'integer' }, { file: 'notes.txt', lines: 48 }],
  ['Omar scored 7, 9 and 6 points.', { name: 'string', points: 'integers' }, { name: 'Omar', points: [7, 9, 6] }],
  ['The weight of the stone is 1.75 kilograms.', { kilograms: 'number' }, { kilograms: 1.75 }],
  ['Sara cannot swim.', { name: 'string', swims: 'boolean' }, { name: 'Sara', swims: false }],
  ['The flag is blue.', { color: colors }, { color: 'blue' }],
  [
    'The museum in Cairo opens at 10 and closes at 17.',
    { place: 'string', city: 'string', opens: 'integer', closes: 'integer' },
    { place: 'museum', city: 'Cairo', opens: 10, closes: 17 },
  ],
  ['Theo paints and sings.', { name: 'string', hobbies: 'strings' }, { name: 'Theo', hobbies: ['paints', 'sings'] }],
  ['The parcel is medium and weighs 3 kilograms.', { size: sizes, kilograms: 'number' }, { size: 'medium', kilograms: 3 }],
]

const late: readonly Row[] = [
  ['Hana is 27 years old.', { name: 'string', age: 'integer' }, { name: 'Hana', age: 27 }],
  ['The station is closed.', { place: 'string', state: states }, { place: 'station', state: 'closed' }],
  ['The ticket costs 19.9 euros.', { thing: 'string', price: 'number' }, { thing: 'ticket', price: 19.9 }],
  ['The tent is large and green.', { thing: 'string', size: sizes, color: colors }, { thing: 'tent', size: 'large', color: 'green' }],
  ['Adam packed socks, a scarf and nuts.', { name: 'string', packed: 'strings' }, { name: 'Adam', packed: ['socks', 'a scarf', 'nuts'] }],
  ['The ride to Berlin takes 3 hours.', { city: 'string', hours: 'integer' }, { city: 'Berlin', hours: 3 }],
  ['Trains leave at 8, 11 and 16.', { hours: 'integers' }, { hours: [8, 11, 16] }],
  ['The seat at the table is free.', { seat: 'string', free: 'boolean' }, { seat: 'table', free: true }],
  [
    'Mara booked 4 tickets to Porto for Friday.',
    { name: 'string', tickets: 'integer', city: 'string', day: 'string' },
    { name: 'Mara', tickets: 4, city: 'Porto', day: 'Friday' },
  ],
  ['It does not rain in Madrid.', { city: 'string', rain: 'boolean' }, { city: 'Madrid', rain: false }],
  ['The old bridge is red.', { thing: 'string', color: colors }, { thing: 'bridge', color: 'red' }],
  ['The water is 6 degrees cold.', { degrees: 'number' }, { degrees: 6 }],
  ['Tom has a small bag with 2 books.', { name: 'string', size: sizes, books: 'integer' }, { name: 'Tom', size: 'small', books: 2 }],
  ['The hotel is in Zurich and has 40 rooms.', { city: 'string', rooms: 'integer' }, { city: 'Zurich', rooms: 40 }],
]

const schemaOf = (kind: Keys[string]): SuiteSchema => (typeof kind === 'string' ? kinds[kind][0] : { type: 'string', enum: kind })
const wordsFor = (kind: Keys[string]): string => (typeof kind === 'string' ? kinds[kind][1] : listed(kind, 'or'))
const listed = (words: readonly string[], last: string): string =>
  words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}`

function promptOf(isLate: boolean) {
  return ([fact, keys, expected]: Row): SchemaPrompt => {
    const entries = Object.entries(keys)
    const named = listed(
      entries.map(([key, kind]) => `"${key}" (${wordsFor(kind)})`),
      'and',
    )
    return {
      text: `${fact} Answer in JSON with the ${entries.length === 1 ? 'key' : 'keys'} ${named}.`,
      isLate,
      schema: objectOf(Object.fromEntries(entries.map(([key, kind]) => [key, schemaOf(kind)]))),
      expected,
    }
  }
}

export const schemaPrompts: readonly SchemaPrompt[] = [...first.map(promptOf(false)), ...late.map(promptOf(true))]
