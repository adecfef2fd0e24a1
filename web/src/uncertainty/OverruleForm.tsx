import { Button, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { numberInputs } from '#core/calculations/definition.ts';
import { type CalculationType, definitionOf } from '#core/calculations/index.ts';
import type { Calculation } from '#core/contract/calculation.ts';
import type { Core } from '#core/load.ts';
import { PREVIEW_DRAWS } from '#core/uncertainty/assess.ts';
import { readOverrules } from '#core/uncertainty/read_overrules.ts';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { FORM_LAWS, type FormLaw, type OverruleDraft, overruleAtom, overruleDraft, withDraft } from './overrule.ts';
import { rangeText } from './range_text.ts';
import { uncertaintyOf } from './state.ts';

interface OverruleFormProps {
  readonly core: Core;
  readonly type: CalculationType;
  readonly calculation: Calculation;
  readonly onClose: () => void;
}

/** States the uncertainty of an input with a reason; what it does to the total is computed while one types. */
export function OverruleForm({ core, type, calculation, onClose }: OverruleFormProps) {
  const inputs = numberInputs(definitionOf(type)).filter(([, { fixed }]) => fixed === undefined);
  const stated = calculation.uncertainty;
  const [draft, setDraft] = useState(() => overruleDraft(inputs[0]?.[0] ?? '', stated));
  const [isTried, setTried] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const save = useSetAtom(overruleAtom);
  const sent = withDraft(stated, draft);
  const { data: preview } = usePreview(core, type, calculation, sent);
  const change = (changes: Partial<OverruleDraft>) => setDraft({ ...draft, ...changes });
  const faultOf = (field: string) => {
    const path = `uncertainty.${draft.input}${field && `.${field}`}`;
    return isTried ? preview?.faults.find((fault) => fault.field === path)?.message : undefined;
  };
  const submit = async () => {
    setTried(true);
    setFailure(null);
    if (!preview || preview.faults.length > 0) return;
    try {
      await save(type, calculation, sent);
      onClose();
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
      noValidate
    >
      <Stack gap="sm">
        <NativeSelect
          label="Величина"
          value={draft.input}
          onChange={({ currentTarget }) => setDraft(overruleDraft(currentTarget.value, stated))}
          data={inputs.map(([value, { label, unit }]) => ({ value, label: unit === '' ? label : `${label}, ${unit}` }))}
        />
        <NativeSelect
          label="Неопределённость, 95 %"
          value={draft.law}
          error={faultOf('law') ?? faultOf('')}
          onChange={({ currentTarget }) => change({ law: currentTarget.value as FormLaw, parameters: {} })}
          data={Object.entries(FORM_LAWS).map(([value, { label }]) => ({ value, label }))}
        />
        <Group gap="sm" align="flex-start">
          {Object.entries(FORM_LAWS[draft.law].parameters).map(([name, label]) => (
            <TextInput
              key={name}
              label={label}
              inputMode="decimal"
              value={draft.parameters[name] ?? ''}
              error={faultOf(name)}
              onChange={({ currentTarget }) =>
                change({ parameters: { ...draft.parameters, [name]: currentTarget.value } })
              }
            />
          ))}
        </Group>
        {draft.law !== 'default' && (
          <>
            <Textarea
              label="Почему такая"
              description="Например: поверка расходомера, число замеров, документ"
              value={draft.reason}
              error={faultOf('reason')}
              onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
            />
            <TextInput
              label="Общая ошибка (необязательно)"
              description="Одно название у нескольких расчётов — одна и та же ошибка: «датчик 4»"
              value={draft.group}
              error={faultOf('group')}
              onChange={({ currentTarget }) => change({ group: currentTarget.value })}
            />
          </>
        )}
        <Text size="sm" aria-live="polite">
          С вероятностью 95 %: {preview?.uncertainty ? rangeText(preview.uncertainty) : 'заполните поля'}
        </Text>
        {failure !== null && <FailureAlert error={failure} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Отмена
          </Button>
          <Button type="submit">Сохранить</Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Faults of a draft, or the range that it gives: 10,240 draws, a few milliseconds. */
function usePreview(
  core: Core,
  type: CalculationType,
  calculation: Calculation,
  sent: Readonly<Record<string, unknown>> | null,
) {
  return useQuery({
    queryKey: ['uncertainty preview', type, calculation.id, calculation.version, sent],
    queryFn: async () => {
      const definition = definitionOf(type);
      const values = numberInputs(definition).map(([name]) => [name, Number(calculation[name])]);
      const read = await readOverrules(core, definition, Object.fromEntries(values), sent);
      if (!read.ok) return { faults: read.errors, uncertainty: null };
      const { uncertainty: _stored, ...rest } = calculation;
      const drafted = { ...rest, ...(read.uncertainty && { uncertainty: read.uncertainty }) } as Calculation;
      return { faults: [], uncertainty: await uncertaintyOf(core, type, drafted, PREVIEW_DRAWS) };
    },
    placeholderData: (last) => last,
    gcTime: 60_000,
  });
}
