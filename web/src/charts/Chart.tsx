import { Title, useComputedColorScheme } from '@mantine/core';
import { Component, type ReactNode, Suspense, useState } from 'react';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { Notice } from '../components/Notice.tsx';
import classes from './Chart.module.css';
import { ChartTable } from './ChartTable.tsx';
import type { ChartSpec } from './chart_spec.ts';

const Plot = lazyChunk(async () => (await import('./Plot.tsx')).Plot);

/**
 * A chart with its title, its buttons and the table of its numbers; where it cannot be drawn, the
 * table stands alone.
 */
export function Chart({ figure, children }: { readonly figure: ChartSpec; readonly children?: ReactNode }) {
  const scheme = useComputedColorScheme('light');
  const [isFailed, setFailed] = useState(false);
  return (
    <figure className={classes.chart} aria-label={figure.title}>
      <div className={classes.head}>
        <Title order={3} className={classes.title ?? ''}>
          {figure.title}
        </Title>
        {children}
      </div>
      {isFailed ? (
        <Notice tone="warning" title="Не удалось показать диаграмму.">
          Те же числа — в таблице ниже. Чтобы увидеть диаграмму, перезагрузите страницу.
        </Notice>
      ) : (
        <Boundary onError={() => setFailed(true)}>
          <Suspense fallback={<div className={classes.room}>Загрузка диаграммы…</div>}>
            <Plot figure={figure} scheme={scheme} onError={() => setFailed(true)} />
          </Suspense>
        </Boundary>
      )}
      <ChartTable figure={figure} isOpen={isFailed} />
    </figure>
  );
}

interface BoundaryProps {
  readonly children: ReactNode;
  readonly onError: () => void;
}

/** Plotly is a part that is fetched late: its absence must not take the page with it. */
class Boundary extends Component<BoundaryProps, { readonly isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.props.onError();
  }

  override render() {
    return this.state.isBroken ? null : this.props.children;
  }
}
