import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Returns undefined if ajv refuses the schema. It also refuses mistakes in parts that no value can reach. */
export function validatorOf(schema: object | boolean): ValidateFunction | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false, ownProperties: true })
  // ajv accepts no number of 1e21 or more as a multiple of 1.
  ajv.removeKeyword('multipleOf')
  ajv.addKeyword({
    keyword: 'multipleOf',
    type: 'number',
    schemaType: 'number',
    validate: (step: number, value: number) => Number.isInteger(value / step),
  })
  // ajv-formats is a CommonJS module.
  ;(addFormats as unknown as { default: (to: Ajv2020) => void }).default(ajv)
  try {
    return ajv.compile(schema)
  } catch (error) {
    // ajv overflows the stack if a reference leads to itself.
    if (error instanceof RangeError) return undefined
    if (error instanceof Error && /^(can't resolve reference|schema is invalid|Invalid regular expression)/.test(error.message))
      return undefined
    throw error
  }
}
