import { Text, Title } from '@mantine/core';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { Core } from '#core/load.ts';
import { Figures } from './Figures.tsx';
import type { Preview } from './form.ts';
import { TraceView } from './TraceView.tsx';

interface PreviewPanelProps {
  readonly definition: CalculationDefinition;
  readonly core: Core;
  readonly preview: Preview;
  /** Labels of the fields that are still empty. */
  readonly missing: readonly string[];
}

/** The result of what is typed so far, computed in the browser by the core that the server uses. */
export function PreviewPanel({ definition, core, preview, missing }: PreviewPanelProps) {
  return (
    <section aria-label="Предварительный результат">
      <Title order={2} mb="xs">
        Результат
      </Title>
      {preview.ok ? (
        <>
          <Figures definition={definition} results={preview.results} gwp={core.constant('GWP_CH4')} />
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
