import { NativeSelect, Stack } from '@mantine/core';
import { useState } from 'react';
import { PageHead } from '../components/PageHead.tsx';
import { useTitle } from '../components/title.ts';
import { ConverterForm } from '../converter/ConverterForm.tsx';
import { CONVERSIONS, type ConversionName } from '../converter/conversion.ts';

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
