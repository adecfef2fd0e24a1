import { getTemplate } from '../api/table_calls.ts';
import { notifyFailure } from '../components/notify.tsx';

/** Fetches the template of a type and hands it to the person as a download. */
export async function downloadTemplate(type: string, format: string): Promise<void> {
  try {
    const { bytes, fileName, contentType } = await getTemplate(type, format);
    offer(new Blob([bytes], { type: contentType }), fileName ?? `${type}.${format}`);
  } catch (error) {
    notifyFailure('Шаблон не скачан', error);
  }
}

function offer(blob: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // The browser has taken what it needs by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
