import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Page } from 'playwright-core';

/** A sentence of the film: shown in the picture and kept as a caption. Seconds from the beginning. */
interface Cue {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

const FRAMES_PER_SECOND = 10;

/** Shows a sentence for as long as it takes to read it. */
export type Say = (text: string) => Promise<void>;

/**
 * Films what `play` does in `page` to `file`.webm (VP9, without sound) and its captions to `file`.vtt. Wants ffmpeg with libvpx in
 * the path: it is needed only here, by those who make the films anew.
 */
export async function film(page: Page, file: string, play: (say: Say) => Promise<void>): Promise<void> {
  mkdirSync(dirname(file), { recursive: true });
  const camera = await page.context().newCDPSession(page);
  const encoder = spawn(
    'ffmpeg',
    [
      ...['-y', '-loglevel', 'error', '-f', 'image2pipe', '-framerate', String(FRAMES_PER_SECOND), '-i', '-'],
      ...[
        '-c:v',
        'libvpx-vp9',
        '-crf',
        '44',
        '-b:v',
        '0',
        '-g',
        '100',
        '-row-mt',
        '1',
        '-pix_fmt',
        'yuv420p',
        `${file}.webm`,
      ],
    ],
    { stdio: ['pipe', 'inherit', 'inherit'] },
  );
  const cues: Cue[] = [];
  let frame: Buffer | undefined;
  let frames = 0;
  camera.on('Page.screencastFrame', ({ data, sessionId }) => {
    frame = Buffer.from(data, 'base64');
    void camera.send('Page.screencastFrameAck', { sessionId });
  });
  await camera.send('Page.startScreencast', { format: 'jpeg', quality: 95, everyNthFrame: 1 });
  const begin = performance.now();
  // The screen sends a frame when it changes; the film wants one every tenth of a second.
  const clock = setInterval(() => {
    const due = Math.floor(((performance.now() - begin) / 1000) * FRAMES_PER_SECOND);
    for (; frame && frames < due; frames++) encoder.stdin.write(frame);
  }, 1000 / FRAMES_PER_SECOND);
  await play(async (text) => {
    const from = frames / FRAMES_PER_SECOND;
    await caption(page, text);
    await page.waitForTimeout(1200 + text.length * 45);
    cues.push({ from, to: frames / FRAMES_PER_SECOND, text });
  });
  clearInterval(clock);
  await camera.send('Page.stopScreencast');
  encoder.stdin.end();
  const [code] = await once(encoder, 'exit');
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  writeFileSync(`${file}.vtt`, captions(cues));
}

/** Writes a sentence over the lower edge of the page. */
async function caption(page: Page, text: string): Promise<void> {
  await page.evaluate((sentence) => {
    const id = 'film-caption';
    const box =
      document.getElementById(id) ?? document.body.appendChild(Object.assign(document.createElement('div'), { id }));
    box.textContent = sentence;
    box.style.cssText =
      'position:fixed;inset:auto 0 24px 0;margin:0 auto;width:fit-content;max-width:80%;padding:10px 18px;border-radius:4px;' +
      'background:rgba(16,59,70,.94);color:#fff;font-size:18px;line-height:1.4;z-index:10000;pointer-events:none';
  }, text);
}

function captions(cues: readonly Cue[]): string {
  const blocks = cues.map(({ from, to, text }) => `${instant(from)} --> ${instant(to)}\n${text}\n`);
  return ['WEBVTT\n', ...blocks].join('\n');
}

function instant(seconds: number): string {
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const fraction = String(Math.round((seconds - whole) * 1000)).padStart(3, '0');
  return `${parts.map((part) => String(part).padStart(2, '0')).join(':')}.${fraction}`;
}
