import { NativeSelect, TextInput } from '@mantine/core';
import { useAtom, useAtomValue } from 'jotai';
import type { ChoiceInput, TextInput as TextSetting } from '#core/calculations/definition.ts';
import type { FileHeaders } from '../compute/messages.ts';
import type { FieldsRecord } from '../fields/InputFields.tsx';
import type { TableFormModel } from './table_form.ts';

interface SettingFieldsProps {
  readonly form: TableFormModel;
  readonly record: FieldsRecord;
  /** What the chosen file's columns are called. */
  readonly headers: FileHeaders | undefined;
}

/** The choices and texts of a table: the method, the names of its columns. */
export function SettingFields({ form, record, headers }: SettingFieldsProps) {
  return Object.entries(form.context.definition.inputs).map(([name, input]) => {
    if (input.kind === 'number') return null;
    if (input.kind === 'choice') return <ChoiceField key={name} {...{ form, record, name, input }} />;
    const offered = headers && !headers.free.includes(name) ? headers.headers : [];
    return <TextField key={name} {...{ form, record, name, input, offered }} isFree={headers?.free.includes(name)} />;
  });
}

interface FieldProps<T> {
  readonly form: TableFormModel;
  readonly record: FieldsRecord;
  readonly name: string;
  readonly input: T;
}

function useSetting({ form, record, name }: Omit<FieldProps<unknown>, 'input'>) {
  const [draft, change] = useAtom(form.draftAtom);
  const settings = useAtomValue(form.settingsAtom);
  const value = draft.values[name] ?? '';
  const fault = settings.ok ? undefined : settings.errors.find(({ field }) => field === name)?.message;
  return {
    value,
    error: record.faults[name] ?? (record.isTried || value !== '' ? fault : undefined),
    set: (text: string) => {
      change({ values: { ...draft.values, [name]: text } });
      record.mend(name);
    },
  };
}

function ChoiceField(props: FieldProps<ChoiceInput>) {
  const { label, options } = props.input;
  const { value, error, set } = useSetting(props);
  return (
    <NativeSelect
      label={label}
      value={value}
      data={Object.entries(options).map(([key, text]) => ({ value: key, label: text }))}
      onChange={(event) => set(event.currentTarget.value)}
      {...(error !== undefined && { error })}
    />
  );
}

interface TextFieldProps extends FieldProps<TextSetting> {
  readonly offered: readonly string[];
  /** The file has no column to name: the user names the quantity itself. */
  readonly isFree: boolean | undefined;
}

function TextField({ offered, isFree, ...props }: TextFieldProps) {
  const { label } = props.input;
  const { value, error, set } = useSetting(props);
  const common = { label, required: true, value, ...(error !== undefined && { error }) };
  if (offered.length === 0) {
    return (
      <TextInput
        {...common}
        description={
          isFree
            ? 'Годы стоят в заголовках файла: назовите показатель, например «Добыча угля, тыс. т».'
            : 'Заголовок столбца в файле. Когда файл выбран, его столбцы предлагаются здесь.'
        }
        onChange={(event) => set(event.currentTarget.value)}
      />
    );
  }
  const isKnown = offered.includes(value);
  return (
    <NativeSelect
      {...common}
      data={[
        ...(isKnown ? [] : [{ value, label: value === '' ? 'Выберите столбец файла' : `${value} — нет в файле` }]),
        ...offered,
      ]}
      onChange={(event) => set(event.currentTarget.value)}
    />
  );
}
