import { NativeSelect, Text } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import type { Model } from '#core/contract/model.ts';
import { shortHash } from '../format.ts';
import classes from './ModelNote.module.css';
import { MODEL_CHOICE } from './models.ts';
import type { TableForm } from './table_form.ts';

/** Which model computes the rows; where another has come into force since, the person chooses between both. */
export function ModelNote({ form }: { readonly form: TableForm }) {
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

/** A model by name and hash; one that was trained on invented data says so. */
export function ModelFacts({ model, hasName }: { readonly model: Model; readonly hasName: boolean }) {
  return (
    <div className={classes.facts}>
      <dl>
        {hasName && (
          <div>
            <dt>Модель</dt>
            <dd>
              {model.name}
              {model.demonstration && <span className={classes.mark}>демонстрационная</span>}
            </dd>
          </div>
        )}
        <div>
          <dt>Файл модели (SHA-256)</dt>
          <dd title={model.sha256}>{shortHash(model.sha256)}…</dd>
        </div>
      </dl>
      {model.demonstration && (
        <p>Обучена на вымышленных данных и годится только для знакомства: решений по ней не принимайте.</p>
      )}
    </div>
  );
}
