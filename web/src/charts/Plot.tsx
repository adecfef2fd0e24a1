import { Button, Group } from '@mantine/core';
import createPlotlyComponent from 'react-plotly.js/factory';
import { notifyFailure } from '../components/notify.tsx';
import type { ChartSpec } from './chart_spec.ts';
import { PALETTES, type Scheme } from './palette.ts';
import { CONFIG, Plotly, saveChart } from './plotly.ts';
import { usePrinting } from './use_printing.ts';

const PlotlyPlot = createPlotlyComponent(Plotly);

/** As specified: the height of a chart, px. */
const HEIGHT = 300;

/** What fits on a sheet of A4, px. */
const ON_PAPER = { width: 640, autosize: false };

interface PlotProps {
  readonly figure: ChartSpec;
  readonly scheme: Scheme;
  readonly onError: () => void;
}

/** The drawing of a chart. For eyes and mouse only: the table of the same numbers is beside it. */
export function Plot({ figure, scheme, onError }: PlotProps) {
  const isPrinting = usePrinting();
  const { height = HEIGHT } = figure;
  const { data, layout } = figure.draw(PALETTES[isPrinting ? 'light' : scheme]);
  const save = (format: 'png' | 'svg') =>
    saveChart(figure, format).catch((error) => notifyFailure('Не удалось сохранить диаграмму', error));
  return (
    <>
      <div role="img" aria-label={`Диаграмма «${figure.title}». Те же числа — в таблице под ней.`}>
        <PlotlyPlot
          data={data}
          layout={isPrinting ? { ...layout, ...ON_PAPER, height } : layout}
          config={CONFIG}
          style={{ width: '100%', height }}
          useResizeHandler
          onError={onError}
        />
      </div>
      <Group gap="xs" data-print="no">
        <Button size="compact-xs" variant="default" onClick={() => void save('png')}>
          Сохранить PNG
        </Button>
        <Button size="compact-xs" variant="default" onClick={() => void save('svg')}>
          Сохранить SVG
        </Button>
      </Group>
    </>
  );
}
