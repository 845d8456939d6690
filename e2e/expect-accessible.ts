import AxeBuilder from '@axe-core/playwright'
import { expect, type Headroom } from './fixture'

export async function expectAccessible({ page }: Headroom, what: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme)
    // axe's default mode opens a second window, but the desktop app has only one.
    const { violations } = await new AxeBuilder({ page }).setLegacyMode(true).analyze()
    const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const found = serious.map(
      ({ id, nodes }) => `${what}, ${colorScheme}: ${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`,
    )
    expect(found).toEqual([])
  }
}
