import { useApp } from '../../client/use-app'

/** false if the chat template of the loaded model takes no tools. */
export const useCanCallTools = (): boolean =>
  useApp(({ app }) => app?.model.status !== 'ready' || app.model.model.chatTemplate.abilities?.tools !== false)
