import { NativeSelect, Text } from '@mantine/core';
import type { DictionaryUse } from '#core/calculations/definition.ts';
import { type Dictionary, type DictionaryEntry, rowSourceText } from '#core/contract/dictionary.ts';
import { chosenRow, type Draft, STORED } from './draft.ts';

interface DictionaryFieldProps {
  readonly use: DictionaryUse;
  readonly dictionary: Dictionary;
  readonly draft: Draft;
  /** The stored calculation has coefficients that no row of the dictionary has. */
  readonly hasStored: boolean;
  readonly onChoose: (choice: string) => void;
}

/** The choice of a dictionary row; its source stands below. */
export function DictionaryField({ use, dictionary, draft, hasStored, onChoose }: DictionaryFieldProps) {
  const choice = draft.choices[use.name] ?? '';
  const rows = dictionary.results.map((row) => ({ value: String(row.id), label: rowLabel(row) }));
  const isKnown = choice === STORED || rows.some(({ value }) => value === choice);
  const data = [
    ...(isKnown ? [] : [{ value: choice, label: 'Выберите из списка' }]),
    ...rows,
    ...(hasStored ? [{ value: STORED, label: 'Фактическое значение (из сохранённого расчёта)' }] : []),
  ];
  const row = chosenRow(draft, dictionary, use.name);
  return (
    <div>
      <NativeSelect
        label={use.label}
        data={data}
        value={choice}
        onChange={(event) => onChoose(event.currentTarget.value)}
        {...(row && { description: sourceText(row) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      />
      {choice === STORED && (
        <Text size="xs" c="dimmed" mt={4} role="note">
          Сохранённых коэффициентов нет в справочнике. Они показаны ниже, их можно изменить.
        </Text>
      )}
    </div>
  );
}

function rowLabel({ name, mark, custom }: DictionaryEntry): string {
  return mark === 'proposed' && !custom ? `${name} — предложение` : name;
}

function sourceText({ source, custom, note }: DictionaryEntry): string {
  const texts = [custom ? 'Значение вводите вы.' : `Источник: ${rowSourceText(source)}.`, note ?? ''];
  return texts.filter((text) => text !== '').join(' ');
}
