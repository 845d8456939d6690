import tailwindcss from '@tailwindcss/vite'

/** Start it with `npm run workshop`. */
export default {
  framework: '@storybook/react-vite',
  stories: ['../stories/*.stories.tsx'],
  core: { disableTelemetry: true, disableWhatsNewNotifications: true },
  typescript: { reactDocgen: false },
  viteFinal: (config: { plugins?: unknown[] }) => ({ ...config, plugins: [...(config.plugins ?? []), tailwindcss()] }),
}
