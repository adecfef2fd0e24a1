import { Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Metrics } from '../results/Metrics.tsx';
import { TraceView } from '../results/TraceView.tsx';
import type { FieldsFormModel } from './form.ts';

interface PreviewPanelProps {
  readonly form: FieldsFormModel;
  /** Labels of the fields that are still empty. */
  readonly missing: readonly string[];
}

/** The result of what is typed so far, computed in the browser by the core that the server uses. */
export function PreviewPanel({ form, missing }: PreviewPanelProps) {
  const { core, definition } = form.context;
  const preview = useAtomValue(form.previewAtom);
  return (
    <section aria-label="Предварительный результат">
      <Title order={2} mb="xs">
        Результат
      </Title>
      {preview.ok ? (
        <>
          <Metrics definition={definition} results={preview.results} gwp={core.constant('GWP_CH4')} />
          <TraceView trace={preview.trace} definition={definition} />
        </>
      ) : (
        <Text c="dimmed">
          {missing.length > 0
            ? `Появится, когда будут заполнены поля: ${missing.join('; ')}.`
            : 'Появится, когда будут исправлены отмеченные поля.'}
        </Text>
      )}
    </section>
  );
}
