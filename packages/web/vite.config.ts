import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressed } from './build/compressed.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('./'),
  plugins: [react(), compressed(here('./dist'))],
  build: {
    target: 'es2023',
    // Browsers of 2024: the style sheet's theme colors are kept as written.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    outDir: here('./dist'),
    emptyOutDir: true,
    // The content security policy permits neither 'unsafe-inline' nor data: in scripts: everything is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The PDF reader is one large file, loaded with the first attachment.
    chunkSizeWarningLimit: 2_000,
    rolldownOptions: {
      checks: { pluginTimings: false },
      input: { index: here('./index.html'), admin: here('./admin.html') },
    },
  },
  worker: { format: 'es' },
});
