import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  plugins: [react()],
  build: {
    outDir: 'build',
    emptyOutDir: true,
    sourcemap: false,
    // Files stay files: the policy of the server (connect-src 'self') refuses data: addresses, the core's among them.
    assetsInlineLimit: 0,
    // Plotly is one large part, fetched when the first chart is shown.
    chunkSizeWarningLimit: 1200,
    // What the first load takes is one part and what several screens share another: a slow line pays for every file by a round trip.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'index', tags: ['$initial'], priority: 2 },
            { name: 'shared', minShareCount: 3, priority: 1 },
          ],
        },
      },
    },
  },
  // The core and the contract are beside the application.
  server: { fs: { allow: ['..'] } },
});
