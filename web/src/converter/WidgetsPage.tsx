import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTitle } from '../browser/title.ts';
import { PageHead } from '../components/PageHead.tsx';
import { ConverterForm } from './ConverterForm.tsx';
import { CONVERSIONS, type ConversionName } from './conversion.ts';

/** The converter: volumes of gas and fuel into tonnes. */
export function WidgetsPage() {
  useTitle('Конвертер');
  const [name, setName] = useState<ConversionName>('fugitive');
  return (
    <>
      <PageHead title="Конвертер" />
      <Stack gap="md">
        <NativeSelect
          label="Что перевести"
          maw={480}
          value={name}
          onChange={(event) => setName(event.currentTarget.value as ConversionName)}
          data={Object.entries(CONVERSIONS).map(([value, { title }]) => ({ value, label: title }))}
        />
        <ConverterForm key={name} conversion={CONVERSIONS[name]} />
      </Stack>
    </>
  );
}
