declare module 'plotly.js-locales/ru' {
  const locale: import('plotly.js').PlotlyModule;
  // biome-ignore lint/style/noDefaultExport: the package is CommonJS, this is how it is imported
  export default locale;
}
