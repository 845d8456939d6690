import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { speak } from '../../../core/copy/copy'
import '../workshop.css'
import { cutOffTexts } from '../cut-off-texts'
import { show } from '../shown-story'
import * as app from '../stories/app.stories'
import * as cache from '../stories/cache.stories'
import * as chat from '../stories/chat.stories'
import * as images from '../stories/images.stories'
import * as lab from '../stories/lab.stories'
import * as lists from '../stories/lists.stories'
import * as measure from '../stories/measure.stories'
import * as models from '../stories/models.stories'
import * as requests from '../stories/requests.stories'
import * as servers from '../stories/servers.stories'
import * as settings from '../stories/settings.stories'
import * as store from '../stories/store.stories'
import * as tools from '../stories/tools.stories'
import * as walls from '../stories/walls.stories'
import * as widgets from '../stories/widgets.stories'
import type { Story } from '../story'

const files = { app, cache, chat, images, lab, lists, measure, models, requests, servers, settings, store, tools, walls, widgets }
const stories = Object.entries(files).flatMap(([file, { default: _, ...named }]) =>
  Object.entries(named as Record<string, Story>).map(([name, story]) => ({ name: `${file}: ${name}`, story })),
)

/** One test per story. Vitest runs files at the same time, so each theme has its own file. */
export function storiesFit(theme: 'light' | 'dark', language: 'en' | 'de'): void {
  describe(`in the ${theme} theme, in ${language}`, () => {
    beforeEach(() => speak(language))
    afterEach(() => speak('en'))
    it.each(stories)('$name renders without an error, fits its frame, and cuts off no text', async ({ story }) => {
      document.documentElement.dataset.theme = theme
      const errors = vi.spyOn(console, 'error')
      const frame = show(story)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      expect(errors.mock.calls).toEqual([])
      errors.mockRestore()
      expect(frame.scrollWidth).toBeLessThanOrEqual(frame.clientWidth)
      expect(cutOffTexts(frame)).toEqual([])
      const { backgroundColor, color } = getComputedStyle(frame)
      expect(backgroundColor).not.toBe(color)
    })
  })
}
