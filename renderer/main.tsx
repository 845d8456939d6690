import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app/app'
import { keepComposerTexts } from './chat/conversation/composer-texts'
import { openAtStart } from './chat/conversation/open-at-start'
import { keepConnected } from './client/app-store'
import { keepGaps } from './client/kept-gaps'
import { reloadOnNewLink } from './client/link-token'
import { reportWindowErrors } from './events/report-window-errors'
import { applyPreferences } from './window/preference-store'
import './styles.css'

applyPreferences()
reportWindowErrors()
reloadOnNewLink()
keepGaps()
keepComposerTexts()
void openAtStart()
void keepConnected()
createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
