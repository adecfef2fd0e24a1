import { getTemplate } from '../api/table_calls.ts';
import { saveFile } from '../browser/save_file.ts';
import { notifyFailure } from '../components/notify.tsx';

/** Fetches the template of a type and hands it to the user as a download. */
export async function downloadTemplate(type: string, format: string): Promise<void> {
  try {
    const { bytes, fileName, contentType } = await getTemplate(type, format);
    saveFile(bytes, fileName ?? `${type}.${format}`, contentType);
  } catch (error) {
    notifyFailure('Шаблон не скачан', error);
  }
}
