import { afterEach, expect, it } from 'vitest'
import { addServer, changeEdited, closeTools, openTools, stopEditing, toolsStore } from './tools-store'

afterEach(() => toolsStore.setState(toolsStore.getInitialState(), true))

it('the dialog of the tools keeps the typed configuration when it closes, until the user cancels', () => {
  openTools()
  addServer()
  changeEdited('{"mcpServers": {')
  closeTools()
  expect(toolsStore.getState()).toMatchObject({ isOpen: false, edited: '{"mcpServers": {' })
  openTools()
  stopEditing()
  expect(toolsStore.getState()).toMatchObject({ isOpen: true, edited: undefined })
})
