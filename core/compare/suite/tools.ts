/** The tools of the bundled suite. The embedded model was trained on the same definitions (native-models/pocket). */
import { type ToolDefinition, toolDefinition } from '../../contract/chat/tools'
import { objectOf, type SuiteSchema } from './suite-schema'

const string: SuiteSchema = { type: 'string' }
const integer: SuiteSchema = { type: 'integer' }
const boolean: SuiteSchema = { type: 'boolean' }
const oneOf = (...values: string[]): SuiteSchema => ({ type: 'string', enum: values })
const days = oneOf('Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday')
const languages = oneOf('German', 'French', 'Spanish', 'Italian')

const definitions: Readonly<Record<string, readonly [description: string, parameters: Readonly<Record<string, SuiteSchema>>]>> = {
  get_weather: ['Get the weather of a city', { city: string }],
  get_forecast: ['Get the weather forecast of a city for some days', { city: string, days: integer }],
  get_time: ['Get the time in a city', { city: string }],
  set_timer: ['Set a timer', { minutes: integer }],
  set_alarm: ['Set an alarm', { hour: integer, day: days }],
  send_message: ['Send a message to a person', { person: string, text: string }],
  search_web: ['Search the web', { query: string }],
  read_file: ['Read a file', { path: string }],
  translate: ['Translate a text into another language', { text: string, language: languages }],
  calculate: ['Calculate with two numbers', { a: integer, operation: oneOf('plus', 'minus', 'times'), b: integer }],
  play_music: ['Play music', { song: string }],
  turn_light: ['Turn the light in a room on or off', { room: string, on: boolean }],
  get_price: ['Get the price of a product', { product: string }],
  roll_dice: ['Roll dice', { count: integer }],
}

export const toolNames: readonly string[] = Object.keys(definitions)

export function suiteTool(name: string): ToolDefinition {
  const definition = definitions[name]
  if (!definition) throw new Error(`Expected a tool of the suite, got ${name}`)
  const [description, parameters] = definition
  const { additionalProperties: _, ...schema } = objectOf(parameters)
  return toolDefinition.parse({ name, description, parameters: schema })
}
