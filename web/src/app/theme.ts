import { createTheme, Input, type MantineColorsTuple, PasswordInput, Skeleton, TextInput } from '@mantine/core';

/** The one accent: a sea green-blue, 4.5 : 1 at least where it carries text, in both schemes. */
const accent: MantineColorsTuple = [
  '#eaf4f6',
  '#d5e8ec',
  '#aed2da',
  '#84bbc7',
  '#5fa5b4',
  '#3f8c9d',
  '#2b7586',
  '#1f6172',
  '#184f5d',
  '#103b46',
];

/** The one neutral scale of the light scheme. */
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#eff1f3',
  '#e3e6e9',
  '#d3d8dc',
  '#b9c0c6',
  '#8b949c',
  '#636c74',
  '#4a5259',
  '#31383e',
  '#1c2126',
];

/** The same neutral in the dark scheme: 0 is text, 7 the page. */
const dark: MantineColorsTuple = [
  '#dfe3e7',
  '#bcc3c9',
  '#9aa3ab',
  '#6c757d',
  '#444c54',
  '#343b42',
  '#252b31',
  '#1a1f24',
  '#14181c',
  '#0e1114',
];

export const theme = createTheme({
  colors: { accent, gray, dark },
  primaryColor: 'accent',
  primaryShade: { light: 7, dark: 6 },
  autoContrast: true,
  black: '#1c2126',
  fontFamily: '"Golos Text", system-ui, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Mono", Consolas, "DejaVu Sans Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.35', sm: '1.43', md: '1.47', lg: '1.4', xl: '1.35' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  headings: { fontWeight: '600', sizes: { h1: { fontSize: '1.375rem' }, h2: { fontSize: '1.0625rem' } } },
  defaultRadius: 4,
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    InputWrapper: Input.Wrapper.extend({ defaultProps: { errorProps: { role: 'alert' } } }),
    TextInput: TextInput.extend({ defaultProps: { errorProps: { role: 'alert' } } }),
    // Named, not imported: it belongs to no first screen.
    NativeSelect: { defaultProps: { errorProps: { role: 'alert' } } },
    PasswordInput: PasswordInput.extend({ defaultProps: { errorProps: { role: 'alert' } } }),
    Skeleton: Skeleton.extend({ defaultProps: { radius: 4 } }),
  },
});
