import type { SuitePrompt } from './suite-prompt'

export interface ToolPrompt extends SuitePrompt {
  readonly tool: string
  readonly arguments: Readonly<Record<string, string | number | boolean>>
  /** Offered as well. */
  readonly others: readonly string[]
}

type Row = readonly [text: string, tool: string, args: ToolPrompt['arguments'], others: string]

const first: readonly Row[] = [
  ['What is the weather in Oslo?', 'get_weather', { city: 'Oslo' }, 'get_time search_web'],
  ['How is the weather in Lisbon today?', 'get_weather', { city: 'Lisbon' }, 'get_forecast get_price'],
  ['Will it rain in Bergen?', 'get_weather', { city: 'Bergen' }, 'set_timer get_time turn_light'],
  ['Show me the weather forecast in Vienna for the next 3 days.', 'get_forecast', { city: 'Vienna', days: 3 }, 'get_weather'],
  ['What is the forecast for Madrid for 7 days?', 'get_forecast', { city: 'Madrid', days: 7 }, 'get_weather set_alarm get_time'],
  ['Forecast for Cairo, 5 days', 'get_forecast', { city: 'Cairo', days: 5 }, 'get_weather search_web'],
  ['What time is it in Tokyo?', 'get_time', { city: 'Tokyo' }, 'get_weather set_timer'],
  ['Tell me the time in Boston.', 'get_time', { city: 'Boston' }, 'set_alarm get_forecast'],
  ['Set a timer for 12 minutes.', 'set_timer', { minutes: 12 }, 'set_alarm get_time'],
  ['Start a timer of 45 minutes', 'set_timer', { minutes: 45 }, 'set_alarm roll_dice play_music'],
  ['Timer for 3 minutes please', 'set_timer', { minutes: 3 }, 'get_time'],
  ['Wake me at 7 on Monday.', 'set_alarm', { hour: 7, day: 'Monday' }, 'set_timer get_time'],
  ['Set an alarm at 18 on Friday.', 'set_alarm', { hour: 18, day: 'Friday' }, 'set_timer send_message'],
  ['Send Mara the message "I am late".', 'send_message', { person: 'Mara', text: 'I am late' }, 'search_web translate'],
  ['Write a message to Tom: "See you at noon"', 'send_message', { person: 'Tom', text: 'See you at noon' }, 'read_file set_alarm'],
  [
    'Send a message to Nora that says "The soup is ready".',
    'send_message',
    { person: 'Nora', text: 'The soup is ready' },
    'translate get_price turn_light',
  ],
  ['Search the web for "old maps of Rome".', 'search_web', { query: 'old maps of Rome' }, 'read_file get_weather'],
  ['Look up "how bees find home" on the web', 'search_web', { query: 'how bees find home' }, 'translate get_price'],
  ['Read the file "notes.txt".', 'read_file', { path: 'notes.txt' }, 'search_web send_message'],
  ['What is in the file "plans/garden.md"?', 'read_file', { path: 'plans/garden.md' }, 'search_web get_price play_music'],
  ['Translate "good morning" into French.', 'translate', { text: 'good morning', language: 'French' }, 'send_message search_web'],
  ['How do I say "thank you" in Italian?', 'translate', { text: 'thank you', language: 'Italian' }, 'search_web read_file'],
  ['What is "the red door" in German?', 'translate', { text: 'the red door', language: 'German' }, 'get_price calculate'],
  ['What is 14 times 23?', 'calculate', { a: 14, operation: 'times', b: 23 }, 'roll_dice get_price'],
  ['Calculate 305 minus 87.', 'calculate', { a: 305, operation: 'minus', b: 87 }, 'set_timer search_web'],
  ['61 plus 249', 'calculate', { a: 61, operation: 'plus', b: 249 }, 'roll_dice'],
  ['Play the song "Blue River".', 'play_music', { song: 'Blue River' }, 'turn_light search_web'],
  ['I want to hear "Winter Morning".', 'play_music', { song: 'Winter Morning' }, 'send_message read_file'],
  ['Turn on the light in the kitchen.', 'turn_light', { room: 'kitchen', on: true }, 'play_music set_timer'],
  ['Turn off the light in the library.', 'turn_light', { room: 'library', on: false }, 'set_alarm get_weather'],
  ['What is the price of honey?', 'get_price', { product: 'honey' }, 'search_web get_weather'],
  ['How much does a lamp cost?', 'get_price', { product: 'lamp' }, 'turn_light calculate'],
  ['Roll 4 dice.', 'roll_dice', { count: 4 }, 'calculate set_timer'],
  ['Throw 2 dice for me.', 'roll_dice', { count: 2 }, 'play_music get_price'],
]

const late: readonly Row[] = [
  ['And what is the weather in Porto?', 'get_weather', { city: 'Porto' }, 'get_forecast get_time'],
  ['Show me the forecast in Zurich for the next 4 days.', 'get_forecast', { city: 'Zurich', days: 4 }, 'get_weather set_timer'],
  ['What time is it in Nairobi now?', 'get_time', { city: 'Nairobi' }, 'set_alarm get_weather'],
  ['Now set a timer for 25 minutes.', 'set_timer', { minutes: 25 }, 'set_alarm calculate'],
  ['Please wake me at 6 on Sunday.', 'set_alarm', { hour: 6, day: 'Sunday' }, 'set_timer get_time send_message'],
  [
    'Send Emma the message "Bring the blue tent".',
    'send_message',
    { person: 'Emma', text: 'Bring the blue tent' },
    'search_web translate read_file',
  ],
  ['Search the web for "night trains to Berlin".', 'search_web', { query: 'night trains to Berlin' }, 'get_forecast read_file'],
  ['Open the file "trip/list.csv".', 'read_file', { path: 'trip/list.csv' }, 'search_web play_music'],
  ['Translate "where is the station" into Spanish.', 'translate', { text: 'where is the station', language: 'Spanish' }, 'search_web'],
  ['What is 128 times 16?', 'calculate', { a: 128, operation: 'times', b: 16 }, 'get_price roll_dice'],
  ['Put on some music: "Long Road Home"', 'play_music', { song: 'Long Road Home' }, 'turn_light set_timer'],
  ['Turn off the light in the garden.', 'turn_light', { room: 'garden', on: false }, 'play_music get_weather'],
  ['How much does bread cost?', 'get_price', { product: 'bread' }, 'search_web calculate'],
  ['Please roll 6 dice', 'roll_dice', { count: 6 }, 'calculate get_time'],
]

const promptOf =
  (isLate: boolean) =>
  ([text, tool, args, others]: Row): ToolPrompt => ({ text, isLate, tool, arguments: args, others: others.split(' ') })

export const toolPrompts: readonly ToolPrompt[] = [...first.map(promptOf(false)), ...late.map(promptOf(true))]
