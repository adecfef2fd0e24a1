import { Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import { OBJECT_KIND_NAMES, objectKindName } from '#core/contract/object_kinds.ts';
import type { User } from '#core/contract/user.ts';
import { draftKey } from '../browser/drafts.ts';
import { DraftNote } from '../records/DraftNote.tsx';
import { differencesOf } from '../records/differences.ts';
import { FormButtons } from '../records/FormButtons.tsx';
import { FormMessages } from '../records/FormMessages.tsx';
import { useDraftForm } from '../records/use_draft_form.ts';
import { checkObject, isObjectDraft, type ObjectDraft, objectDraft } from './draft.ts';
import { saveObjectAtom } from './state.ts';

const LABELS = {
  name: 'Название',
  kind: 'Вид объекта',
  nvos_code: 'Код объекта НВОС',
  region: 'Регион',
  ownership_percent: 'Доля владения, %',
  closing_date: 'Дата закрытия',
} as const;
const FIELDS = Object.keys(LABELS) as (keyof typeof LABELS)[];

interface ObjectFormProps {
  /** The object to change; without one a new object is created. */
  readonly object?: InventoryObject;
  readonly author: User;
  readonly onDone: () => void;
}

/** What a company says of an object of its inventory. */
export function ObjectForm({ object, author, onDone }: ObjectFormProps) {
  const save = useSetAtom(saveObjectAtom);
  const { form, draft, isRestored, clear, takeTheirs } = useDraftForm({
    storageKey: draftKey(author.id, 'object', object?.id ?? ''),
    isDraft: isObjectDraft,
    record: object,
    draftOf: objectDraft,
    check: checkObject,
    save: (fields, target: InventoryObject | undefined) => save({ object: target, fields }),
    done: object ? 'Объект сохранён' : 'Объект создан',
    onDone,
  });
  return (
    <form onSubmit={form.submit} noValidate>
      <Stack gap="sm">
        {isRestored && <DraftNote onClear={clear} />}
        <TextInput label={LABELS.name} autoFocus data-autofocus required {...form.field('name')} />
        <NativeSelect
          label={LABELS.kind}
          required
          data={[
            { value: '', label: 'Выберите вид объекта' },
            ...OBJECT_KIND_NAMES.map((value) => ({ value, label: objectKindName(value) })),
          ]}
          {...form.field('kind')}
        />
        <Group grow align="flex-start" gap="sm">
          <TextInput label={LABELS.nvos_code} {...form.field('nvos_code')} />
          <TextInput label={LABELS.region} {...form.field('region')} />
        </Group>
        <Group grow align="flex-start" gap="sm">
          <TextInput label={LABELS.ownership_percent} inputMode="decimal" {...form.field('ownership_percent')} />
          <TextInput label={LABELS.closing_date} type="date" {...form.field('closing_date')} />
        </Group>
        <FormMessages
          form={form}
          fields={FIELDS}
          differences={(current) => differencesOf(LABELS, shown(objectDraft(current)), shown(draft))}
          onTakeTheirs={takeTheirs}
        />
        <FormButtons form={form} onClose={onDone} />
      </Stack>
    </form>
  );
}

/** A draft with the kind in words. */
function shown(draft: ObjectDraft): ObjectDraft {
  return { ...draft, kind: objectKindName(draft.kind) };
}
