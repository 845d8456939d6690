import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { keepDrafts } from './chat/conversation/drafts'
import { keepConnected } from './client/app-store'
import { keepGaps } from './client/kept-gaps'
import { reportWindowErrors } from './events/report-window-errors'
import { wearPreferences } from './window/preference-store'
import './styles.css'

wearPreferences()
reportWindowErrors()
keepGaps()
keepDrafts()
void keepConnected()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
