import { NativeSelect, Text } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import { ModelFacts } from '../models/ModelFacts.tsx';
import { MODEL_CHOICE } from './model_choice.ts';
import type { TableFormModel } from './table_form.ts';

/**
 * Which model computes the rows; where another has come into force since, the user chooses between
 * both.
 */
export function ModelNote({ form }: { readonly form: TableFormModel }) {
  const choice = useAtomValue(form.modelAtom);
  const [draft, change] = useAtom(form.draftAtom);
  if (!choice) return null;
  const { pinned, active, chosen } = choice;
  const isReplaced = pinned !== undefined && active !== undefined && pinned.id !== active.id;
  return (
    <div>
      {isReplaced && (
        <NativeSelect
          label="Модель"
          mb="xs"
          value={chosen?.id ?? ''}
          data={[
            { value: pinned.id, label: `${pinned.name} — ею рассчитаны сохранённые результаты` },
            { value: active.id, label: `${active.name} — действующая` },
          ]}
          onChange={({ currentTarget: { value } }) => change({ values: { ...draft.values, [MODEL_CHOICE]: value } })}
        />
      )}
      {chosen ? (
        <ModelFacts model={chosen} hasName={!isReplaced} />
      ) : (
        <Text size="sm" c="red">
          Для этого метода нет действующей модели. Обратитесь к администратору компании.
        </Text>
      )}
    </div>
  );
}
