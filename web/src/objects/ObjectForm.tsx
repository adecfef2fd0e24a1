import { Group, NativeSelect, TextInput } from '@mantine/core';
import { useSetAtom } from 'jotai';
import type { InventoryObject } from '#core/contract/inventory_object.ts';
import { OBJECT_KIND_NAMES, objectKindName } from '#core/contract/object_kinds.ts';
import { DraftForm } from '../records/DraftForm.tsx';
import type { RecordFormProps } from '../records/RecordDialog.tsx';
import { OBJECT_DRAFT } from './draft.ts';
import { saveObjectAtom } from './state.ts';

const { labels } = OBJECT_DRAFT;

/** What a company declares about an object of its inventory. */
export function ObjectForm(props: RecordFormProps<InventoryObject>) {
  const save = useSetAtom(saveObjectAtom);
  return (
    <DraftForm
      {...props}
      kind={OBJECT_DRAFT}
      wordsOf={(draft) => ({ ...draft, kind: objectKindName(draft.kind) })}
      save={(fields, object) => save({ object, fields })}
    >
      {(field) => (
        <>
          <TextInput label={labels.name} autoFocus data-autofocus required {...field('name')} />
          <NativeSelect
            label={labels.kind}
            required
            data={[
              { value: '', label: 'Выберите вид объекта' },
              ...OBJECT_KIND_NAMES.map((value) => ({ value, label: objectKindName(value) })),
            ]}
            {...field('kind')}
          />
          <Group grow align="flex-start" gap="sm">
            <TextInput label={labels.nvos_code} {...field('nvos_code')} />
            <TextInput label={labels.region} {...field('region')} />
          </Group>
          <Group grow align="flex-start" gap="sm">
            <TextInput label={labels.ownership_percent} inputMode="decimal" {...field('ownership_percent')} />
            <TextInput label={labels.closing_date} type="date" {...field('closing_date')} />
          </Group>
        </>
      )}
    </DraftForm>
  );
}
