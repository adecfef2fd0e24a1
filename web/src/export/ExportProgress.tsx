import { useAtomValue, useSetAtom } from 'jotai';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { Meter } from '../components/Meter.tsx';
import { Notice } from '../components/Notice.tsx';
import { formatNumber } from '../format.ts';
import { exportAtom, runExportAtom, stopExportAtom } from './state.ts';

const BYTES_PER_MEGABYTE = 1_000_000;

/** Where the export stands: being built, coming, saved, or failed and why. */
export function ExportProgress() {
  const state = useAtomValue(exportAtom);
  const run = useSetAtom(runExportAtom);
  const stop = useSetAtom(stopExportAtom);
  if (state.status === 'running') {
    const { received, total } = state;
    const share = total === undefined ? undefined : Math.min(1, received / total);
    return <Meter label={progressText(received, total)} share={share} onCancel={stop} />;
  }
  if (state.status === 'failed') {
    return <FailureAlert error={state.error} onRetry={() => void run(state.order)} />;
  }
  if (state.status === 'saved') {
    return (
      <Notice tone="info" title="Файл сохранён">
        {state.fileName}
      </Notice>
    );
  }
  return null;
}

function progressText(received: number, total: number | undefined): string {
  if (received === 0) return 'Файл собирается на сервере';
  const megabytes = (bytes: number) => formatNumber(bytes / BYTES_PER_MEGABYTE, 1);
  return total === undefined
    ? `Файл скачивается: ${megabytes(received)} МБ`
    : `Файл скачивается: ${megabytes(received)} из ${megabytes(total)} МБ`;
}
