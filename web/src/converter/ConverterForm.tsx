import { NativeSelect, Text } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { type CoefficientName, type Dictionary, rowSourceText } from '#core/contract/dictionary.ts';
import type { Core } from '#core/load.ts';
import { CopyButton } from '../components/CopyButton.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { NumberField } from '../components/NumberField.tsx';
import { coreAtom } from '../compute/core.ts';
import { exactText, formatNumber } from '../format.ts';
import { dictionariesAtom } from '../reference/dictionaries.ts';
import { decimalsAllowed } from '../settings/decimals.ts';
import { useStableAtom } from '../use_stable_atom.ts';
import classes from './ConverterForm.module.css';
import { type Conversion, convert } from './conversion.ts';

/** One conversion: its reference book and the core come first, both may fail to. */
export function ConverterForm({ conversion }: { readonly conversion: Conversion }) {
  const [names] = useState([conversion.dictionary]);
  const core = useAtomValue(coreAtom);
  const [dictionary] = useAtomValue(useStableAtom(dictionariesAtom, names));
  const failed = [core, dictionary].find((query) => query?.error != null && query.data === undefined);
  if (failed) return <FailureAlert error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!core.data || !dictionary?.data) return <LoadingText />;
  return <LoadedForm conversion={conversion} core={core.data} dictionary={dictionary.data} />;
}

interface LoadedFormProps {
  readonly conversion: Conversion;
  readonly core: Core;
  readonly dictionary: Dictionary;
}

function LoadedForm({ conversion, core, dictionary }: LoadedFormProps) {
  const densities = Object.entries(conversion.densities) as [CoefficientName, string][];
  const rows = dictionary.results.filter(({ custom }) => !custom);
  const [density, setDensity] = useState(densities[0]?.[0] ?? 'p');
  const [rowId, setRowId] = useState(String(rows[0]?.id ?? ''));
  const [typed, setTyped] = useState('');
  const row = rows.find(({ id }) => String(id) === rowId);
  const converted = convert(core, conversion, density, row, typed);
  return (
    <div className={classes.form}>
      {densities.length > 1 && (
        <NativeSelect
          label="Газ"
          value={density}
          onChange={(event) => setDensity(event.currentTarget.value as CoefficientName)}
          data={densities.map(([value, label]) => ({ value, label }))}
        />
      )}
      <NativeSelect
        label={conversion.rowLabel}
        value={rowId}
        onChange={(event) => setRowId(event.currentTarget.value)}
        data={rows.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <NumberField
        label={conversion.volumeLabel}
        symbol="V"
        unit={conversion.volumeUnit}
        value={typed}
        onChange={setTyped}
        onBlur={() => undefined}
        error={converted.ok ? undefined : converted.message}
      />
      <output className={classes.result} aria-label="Результат">
        <span className={classes.label}>Масса, m</span>
        {converted.ok ? (
          <span className={classes.figure}>
            {/* As specified: rounded to the decimals of the settings; the copy keeps every digit. */}
            {formatNumber(converted.mass, decimalsAllowed('create'))} т
            <CopyButton text={exactText(converted.mass)} label="Скопировать число целиком" />
          </span>
        ) : (
          <span className={classes.empty}>—</span>
        )}
      </output>
      <Text size="xs" c="dimmed">
        {conversion.formula}
        {converted.ok && ` = ${formatNumber(converted.volume)} · ${formatNumber(converted.density)} / 1000`}
        {row && `; ρ = ${formatNumber(Number(row[density]))} ${conversion.densityUnit}, ${rowSourceText(row.source)}.`}
      </Text>
    </div>
  );
}
