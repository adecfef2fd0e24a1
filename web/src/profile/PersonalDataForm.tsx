import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { getPersonalData } from '../api/admin_calls.ts';
import { saveFile } from '../browser/save_file.ts';
import { notifyDone } from '../components/notify.tsx';
import { ConfirmFields, confirmationFaults, EMPTY_CONFIRMATION } from '../records/ConfirmFields.tsx';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { useRecordForm } from '../records/use_record_form.ts';

const FILE_NAME = 'Мои персональные данные.json';

/** The user takes out all that is stored about them, as a file. */
export function PersonalDataForm({ onClose }: { readonly onClose: () => void }) {
  const [draft, setDraft] = useState(EMPTY_CONFIRMATION);
  const form = useRecordForm({
    draft,
    onChange: (changes: Partial<typeof draft>) => setDraft({ ...draft, ...changes }),
    check: () => {
      const faults = confirmationFaults(draft);
      return Object.keys(faults).length === 0 ? { ok: true, payload: draft } : { ok: false, faults };
    },
    send: async (confirmation: typeof draft) => {
      const text = JSON.stringify(await getPersonalData(confirmation), null, 2);
      saveFile(new TextEncoder().encode(text).buffer, FILE_NAME, 'application/json');
      notifyDone('Файл сохранён', <Text size="sm">{FILE_NAME}</Text>);
      onClose();
    },
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">
          В файле — имя, почта, роль, сеансы, записи журнала о вас, а также какие данные, зачем и как долго хранятся.
          Паролей и кодов в нём нет.
        </Text>
        <ConfirmFields form={form} />
        <FormMessages form={form} fields={Object.keys(EMPTY_CONFIRMATION)} />
        <FormButtons form={form} submit="Сохранить файл" onClose={onClose} />
      </Stack>
    </form>
  );
}
