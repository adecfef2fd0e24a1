import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { DraftNote } from './DraftNote.tsx';
import { differencesOf } from './differences.ts';
import { FormButtons } from './FormButtons.tsx';
import { FormMessages } from './FormMessages.tsx';
import { type DraftFormOptions, type TextDraft, useDraftForm } from './use_draft_form.ts';
import type { useRecordForm, VersionedRecord } from './use_record_form.ts';

interface DraftFormProps<Field extends string, Payload, Current> extends DraftFormOptions<Field, Payload, Current> {
  /** The draft as the user reads it, where a field is stored as another text. */
  readonly wordsOf?: (draft: TextDraft<Field>) => TextDraft<Field>;
  /** The fields; `field` gives the properties of a control. */
  readonly children: (field: ReturnType<typeof useRecordForm<TextDraft<Field>, Payload>>['field']) => ReactNode;
}

/** The form of a record: its fields, the note of a restored draft, messages and buttons. */
export function DraftForm<Field extends string, Payload, Current extends VersionedRecord & { readonly id: string }>({
  wordsOf = (draft) => draft,
  children,
  ...options
}: DraftFormProps<Field, Payload, Current>) {
  const { form, draft, isRestored, clear, takeTheirs } = useDraftForm(options);
  const { labels, draftOf } = options.kind;
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        {isRestored && <DraftNote onClear={clear} />}
        {children(form.field)}
        <FormMessages
          form={form}
          fields={Object.keys(labels)}
          differences={(current) => differencesOf<Field>(labels, wordsOf(draftOf(current)), wordsOf(draft))}
          onTakeTheirs={takeTheirs}
        />
        <FormButtons form={form} onClose={options.onDone} />
      </Stack>
    </form>
  );
}
