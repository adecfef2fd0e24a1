// npm run measure -- --file READINGS.csv --mapping MAPPING.json: tonnes of methane of a file of readings, as one JSON object.

import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { HEAD_BYTES } from '#core/measured/file_head.ts';
import { MeasureRefused } from '#core/measured/mapping.ts';
import { measuredSeries } from '#core/measured/measured_series.ts';
import { readSeriesMapping } from '#core/measured/read_mapping.ts';
import { SeriesReader } from '#core/measured/series_reader.ts';
import { measuredDetails, measuredJson, measuredNotes } from '#core/measured/verifier_answer.ts';
import { buildCore } from './build.ts';
import { FileRefused, readJsonFile } from './json_file.ts';
import { repeatedFlag, runCommand, WrongCall } from './run_command.ts';
import { writeWhole } from './write_whole.ts';

const USAGE = `Запуск: npm run measure -- --file ПОКАЗАНИЯ.csv --mapping СОПОСТАВЛЕНИЕ.json [--details ПОДРОБНО.json]
  СОПОСТАВЛЕНИЕ.json  {delimiter, decimal, time: {column, format, zone} | {step_s}, c: {column, unit}, v | q: {column, unit},
                       t: {column, unit} | {constant}, p: {column, unit} | {constant}, area_m2, anemometer_factor, density_kg_m3,
                       conditions: "actual" | "20C", rule: "left" | "trapezoid", cleaning: {…} | "none"}
                 column — заголовок или номер столбца; время может стоять в нескольких: ["Дата", "Время"]
                 format — «DD.MM.YYYY HH:mm:ss», «%Y-%m-%d %H:%M:%S», «iso», «epoch_s», «epoch_ms», «excel»; zone — «+07:00», «Asia/Novokuznetsk»
                 unit   — c: %, ppm, % LEL (с lel_percent: 4.4 или 5); v: m/s; q: m3/min, m3/s, m3/h; t: C, K; p: kPa, hPa, mmHg
                 t и p без столбца — {constant}, °C и кПа; density_kg_m3 по умолчанию 0,668; границы датчика — c: {min, max}
                 cleaning — range, clock, fan_off (по умолчанию включены; fan_off: {below} — расход, при котором вентилятор стоит),
                   stuck: сколько равных показаний подряд возможно, calibration: [{from, to}] или {min, max, max_minutes, rise}
                 gap_s — строка позже через столько секунд — пропуск (по умолчанию 1,5 обычных шага); water_share — доля водяного пара
                 uncertainty — {c_abs, velocity_percent, area_percent}: погрешности, % об. и %
  --details      файл для подробностей: замещённые часы с причинами, средние, неопределённость
Печатает один объект JSON: {rows, tonnes, hours_measured, hours_substituted, hours_fan_off, coverage, by_month, sha256}.
sha256 — SHA-256 байтов файла, как они есть: другие концы строк меняют её, но не числа.`;

/** Bytes read at a time. */
const PIECE_BYTES = 1024 * 1024;

interface MeasureRequest {
  readonly file: string;
  readonly mapping: string;
  readonly details: string | undefined;
}

function readArguments(args: readonly string[]): MeasureRequest {
  const options = { file: { type: 'string' }, mapping: { type: 'string' }, details: { type: 'string' } } as const;
  const { values, positionals, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const unknown = [...positionals, ...Object.keys(values).filter((name) => !Object.hasOwn(options, name))];
  if (unknown.length > 0) throw new WrongCall(`Неизвестный параметр: ${unknown.join(', ')}.`);
  const twice = repeatedFlag(tokens);
  if (twice !== undefined) throw new WrongCall(`Параметр --${twice} указан дважды.`);
  const { file, mapping, details } = values;
  if (typeof file !== 'string' || typeof mapping !== 'string') throw new WrongCall('Укажите --file и --mapping.');
  if (details === true) throw new WrongCall('Укажите файл после --details.');
  return { file, mapping, details: typeof details === 'string' ? details : undefined };
}

async function openFile(path: string): Promise<FileHandle> {
  try {
    const file = await open(path);
    if ((await file.stat()).isFile()) return file;
    await file.close();
  } catch (cause) {
    const missing = (cause as NodeJS.ErrnoException).code === 'ENOENT';
    const reason = missing ? 'такого файла нет' : 'прочитать его не удалось';
    throw new FileRefused(`Файл ${path}: ${reason}. Проверьте путь и права доступа.`, { cause });
  }
  throw new FileRefused(`Файл ${path}: это папка, а не файл показаний.`);
}

async function run({ file: path, mapping: mappingPath, details }: MeasureRequest): Promise<void> {
  const mapping = readSeriesMapping(await readJsonFile(mappingPath));
  const file = await openFile(path);
  try {
    await buildCore();
    // Imported on demand: it reads the output of the build above.
    const { loadServerCore } = await import('#functions/core.ts');
    const core = await loadServerCore();
    const head = new Uint8Array(HEAD_BYTES);
    const { bytesRead } = await file.read(head, 0, HEAD_BYTES, 0);
    const reader = await SeriesReader.open(core, mapping, head.subarray(0, bytesRead));
    const hash = createHash('sha256');
    const piece = new Uint8Array(PIECE_BYTES);
    for (let at = 0; ; ) {
      const { bytesRead: length } = await file.read(piece, 0, PIECE_BYTES, at);
      if (length === 0) break;
      const bytes = piece.subarray(0, length);
      hash.update(bytes);
      reader.push(bytes);
      at += length;
    }
    reader.end();
    const series = measuredSeries(reader, mapping);
    for (const note of measuredNotes(series, mapping)) console.error(note);
    if (details !== undefined) await writeWhole(details, `${JSON.stringify(measuredDetails(series), undefined, 2)}\n`);
    console.log(JSON.stringify(measuredJson(series, hash.digest('hex')), undefined, 2));
  } finally {
    await file.close();
  }
}

await runCommand(() => run(readArguments(process.argv.slice(2))), USAGE, [MeasureRefused, FileRefused]);
