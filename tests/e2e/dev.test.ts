import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { ROOT } from '#functions/cli/build.ts';
import { temporaryDataDir } from '../support/browser/product.ts';

it('npm run dev serves the application from its sources together with the API', async () => {
  const data = temporaryDataDir();
  const child = spawn(process.execPath, ['functions/cli/dev.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: data.path, PORT: '0', HOST: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += stripVTControlCharacters(text);
    });
    await expect.poll(() => output, { timeout: 60_000 }).toMatch(/Логин: \S+@/);
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
    const [page, script, api] = await Promise.all(
      ['/projects', '/src/app/main.tsx', '/api/openapi.json'].map((path) => fetch(url + path)),
    );
    expect(await page?.text()).toContain('/@vite/client');
    expect(await script?.text()).toContain('createRoot');
    expect(await api?.json()).toHaveProperty('openapi');
  } finally {
    const exit = once(child, 'exit');
    child.kill('SIGTERM');
    expect((await exit)[0]).toBe(0);
    data.remove();
  }
});
