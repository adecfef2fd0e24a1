import { useState } from 'react';
import type { RowsHead } from '#core/contract/rows.ts';
import { Notice } from '../components/Notice.tsx';
import { Pages } from '../components/Pages.tsx';
import classes from './TableResults.module.css';

const PER_PAGE = 10;

/** What a careful reader must know: warnings, and the objects that could not be computed. */
export function Findings({ head: { warnings, problems } }: { readonly head: RowsHead }) {
  return (
    <>
      {problems.length > 0 && (
        <Notice tone="error" title="Рассчитано не всё: остальные объекты рассчитаны">
          <Listed texts={problems.map(({ value, message }) => (value ? `${value}: ${message}` : message))} />
        </Notice>
      )}
      {warnings.length > 0 && (
        <Notice tone="warning" title="Обратите внимание">
          <Listed texts={warnings} />
        </Notice>
      )}
    </>
  );
}

function Listed({ texts }: { readonly texts: readonly string[] }) {
  const [page, setPage] = useState(1);
  const start = (page - 1) * PER_PAGE;
  return (
    <>
      <ul className={classes.findings}>
        {texts.slice(start, start + PER_PAGE).map((text, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: texts may be equal and do not move
          <li key={start + index}>{text}</li>
        ))}
      </ul>
      {texts.length > PER_PAGE && <Pages count={texts.length} limit={PER_PAGE} page={page} onPage={setPage} />}
    </>
  );
}
