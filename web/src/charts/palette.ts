/**
 * Colours of a chart: a drawing takes no CSS variables, so they stand here beside those of
 * global.css and theme.ts.
 */
export interface Palette {
  readonly text: string;
  readonly muted: string;
  /** Lines of the grid. */
  readonly line: string;
  readonly panel: string;
  /** The series itself. */
  readonly accent: string;
  /** Another series beside it. */
  readonly second: string;
  /** A bound and what lies beyond it. */
  readonly limit: string;
  /** What was not measured but filled in. */
  readonly filled: string;
}

export type Scheme = 'light' | 'dark';

export const PALETTES: Readonly<Record<Scheme, Palette>> = {
  light: {
    text: '#1c2126',
    muted: '#59626a',
    line: '#dfe3e7',
    panel: '#ffffff',
    accent: '#1f6172',
    second: '#8b949c',
    limit: '#b3261e',
    filled: '#8a5300',
  },
  dark: {
    text: '#dfe3e7',
    muted: '#a3acb4',
    line: '#343b42',
    panel: '#1a1f24',
    accent: '#84bbc7',
    second: '#6c757d',
    limit: '#ff8f86',
    filled: '#e9b35c',
  },
};
