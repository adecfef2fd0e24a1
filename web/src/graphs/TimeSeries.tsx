import { NativeSelect } from '@mantine/core';
import { useMemo, useState } from 'react';
import { Chart } from '../charts/Chart.tsx';
import { forecastChart } from './chart_specs.ts';
import type { Charted } from './load.ts';

/**
 * The time series of one forecast of the project, the newest first; another one is chosen above the
 * chart.
 */
export function TimeSeries({ charted }: { readonly charted: Charted }) {
  const { regres_methane: forecasts, outlines } = charted;
  const [id, setId] = useState(forecasts[0]?.id);
  const forecast = forecasts.find((one) => one.id === id) ?? forecasts[0];
  const head = outlines.find(({ calculation }) => calculation.id === forecast?.id)?.head;
  const figure = useMemo(() => forecast && forecastChart(forecast, head), [forecast, head]);
  if (!figure) return null;
  return (
    <Chart figure={figure}>
      {forecasts.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="Временной ряд: прогноз"
          value={id ?? ''}
          onChange={(event) => setId(event.currentTarget.value)}
          data={forecasts.map(({ id: value, name: label }) => ({ value, label }))}
        />
      )}
    </Chart>
  );
}
