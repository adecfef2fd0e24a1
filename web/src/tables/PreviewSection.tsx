import { Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import type { TableRefused } from '#core/tables/read_table.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { Meter } from '../components/Meter.tsx';
import { Notice } from '../components/Notice.tsx';
import type { Stage } from '../compute/messages.ts';
import { badCells } from '../grid/cell_fault.ts';
import { useExplain } from '../results/use_explain.ts';
import { FaultsTable } from './FaultsTable.tsx';
import classes from './PreviewSection.module.css';
import type { ReadyPreview, TablePreview } from './preview.ts';
import type { TableFormModel } from './table_form.ts';
import type { PreviewWork } from './use_preview.ts';

const TableResults = lazyChunk(async () => (await import('../results/TableResults.tsx')).TableResults);

const STAGES: Readonly<Record<Stage, string>> = { reading: 'Чтение файла', computing: 'Расчёт' };

interface PreviewSectionProps {
  readonly form: TableFormModel;
  readonly work: PreviewWork;
}

/**
 * The results of what is entered, computed in the browser by the core that the server uses; or what
 * is wrong with it.
 */
export function PreviewSection({ form, work }: PreviewSectionProps) {
  const preview = useAtomValue(form.previewAtom);
  const shown = shownOf(preview);
  return (
    <section aria-label="Предварительный результат" aria-busy={preview.status === 'working'}>
      <Title order={2} mb="xs">
        Результат
      </Title>
      {preview.status === 'empty' && <Missing form={form} />}
      {preview.status === 'working' && <Working form={form} preview={preview} onCancel={work.cancel} />}
      {preview.status === 'refused' && <Refused form={form} refusal={preview.refusal} />}
      {preview.status === 'failed' && <FailureAlert error={preview.error} onRetry={work.repeat} />}
      {shown && <Ready form={form} preview={shown} isOld={shown !== preview} />}
    </section>
  );
}

/** Results stay on the screen while new ones are on their way. */
function shownOf(preview: TablePreview): ReadyPreview | undefined {
  if (preview.status === 'ready') return preview;
  return preview.status === 'working' ? preview.last : undefined;
}

function Missing({ form }: { readonly form: TableFormModel }) {
  const keyed = useAtomValue(form.inputAtom);
  const isGrid = useAtomValue(form.isGridAtom);
  const { calculation, stored, table } = form.context;
  if (keyed) return <Text c="dimmed">Появится, когда будут заполнены отмеченные поля.</Text>;
  if (calculation && !stored) {
    return (
      <Text c="dimmed">Сохранённых строк слишком много, чтобы считать их здесь: результат пересчитает сервер.</Text>
    );
  }
  const how = isGrid ? 'введена хотя бы одна строка' : 'выбран файл';
  return (
    <Text c="dimmed">
      Появится, когда {table.hasGrid && !isGrid ? 'будет выбран файл или введены строки' : `будет ${how}`}: файл
      проверяется и считается здесь же, до отправки.
    </Text>
  );
}

/** Of typed rows the bad cells are marked and listed where they stand. */
function Refused({ form, refusal }: { readonly form: TableFormModel; readonly refusal: TableRefused }) {
  const isGrid = useAtomValue(form.isGridAtom);
  const hasBadCells = badCells(form.columns, useAtomValue(form.rowsAtom), 1).length > 0;
  if (isGrid && hasBadCells) return <Text c="dimmed">Появится, когда будут исправлены отмеченные ячейки.</Text>;
  return <FaultsTable detail={refusal.detail} faults={refusal.errors} total={refusal.total} />;
}

interface WorkingProps {
  readonly form: TableFormModel;
  readonly preview: Extract<TablePreview, { readonly status: 'working' }>;
  readonly onCancel: () => void;
}

function Working({ form, preview: { progress, last }, onCancel }: WorkingProps) {
  const isGrid = useAtomValue(form.isGridAtom);
  // Typed rows take a moment: what stands below changes by itself.
  if (isGrid && last) return null;
  if (!progress) return <LoadingText />;
  return <Meter label={STAGES[progress.stage]} share={progress.share} {...(!isGrid && { onCancel })} />;
}

interface ReadyProps {
  readonly form: TableFormModel;
  readonly preview: ReadyPreview;
  readonly isOld: boolean;
}

function Ready({ form, preview, isOld }: ReadyProps) {
  const { definition } = form.context;
  const { settings } = useAtomValue(form.settingsAtom);
  const given = useAtomValue(form.inputsAtom);
  const provenance = useAtomValue(form.provenanceAtom);
  const explain = useExplain(useAtomValue(form.modelAtom)?.chosen);
  return (
    <div className={classes.ready} data-old={isOld}>
      {preview.notes.length > 0 && (
        <Notice tone="info">
          {preview.notes.map((note) => (
            <Text key={note} size="sm">
              {note}
            </Text>
          ))}
        </Notice>
      )}
      <Suspense fallback={<LoadingText />}>
        <TableResults
          definition={definition}
          source={preview.source}
          settings={settings}
          explain={explain}
          provenance={provenance}
          {...(given.ok && { inputs: given.inputs })}
        />
      </Suspense>
    </div>
  );
}
