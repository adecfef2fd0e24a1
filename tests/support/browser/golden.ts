import { moduleBytes } from '../compiled_module.ts';
import { browser } from './browser.ts';
import { bundledScript } from './bundled_script.ts';

/** Calls the exported function `name` of `script` in Chromium with a compiled module of the core; returns its result. */
export async function goldenInChromium<Answer>(
  script: string,
  name: string,
  module: Parameters<typeof moduleBytes>[0],
): Promise<Answer> {
  if (!browser) throw new Error('There is no browser');
  const page = await browser.newPage();
  await page.addScriptTag({ content: await bundledScript(script, 'golden') });
  const bytes = Buffer.from(moduleBytes(module)).toString('base64');
  return page.evaluate(
    async ([text, called]) => {
      const compiled = await WebAssembly.compile(Uint8Array.from(atob(text), (char) => char.charCodeAt(0)));
      const { golden } = globalThis as unknown as {
        golden: Record<string, (module: WebAssembly.Module) => Promise<Answer>>;
      };
      const answer = golden[called];
      if (!answer) throw new Error(`The script does not export ${called}`);
      return answer(compiled);
    },
    [bytes, name] as const,
  );
}
