import type { RefObject } from 'react';
import classes from './Scenarios.module.css';

const FIGURES = [
  ['before', 'Сейчас'],
  ['after', 'По сценарию'],
  ['balance', 'Сокращение баланса метана'],
  ['methane', 'Сокращение CH₄'],
  ['dioxide', 'CO₂ факелов'],
  ['combustion', 'CO₂ сжигания на энергию'],
  ['destroyed', 'Уничтожается'],
  ['annual', 'Затраты в год'],
  ['perTonne', 'Затраты на тонну'],
] as const;

/** The result beside the sliders; its figures are written at every frame. `said`: what is read out once a control is let go. */
export function LiveResult({ said }: { readonly said: RefObject<HTMLParagraphElement | null> }) {
  return (
    <section className={classes.result} aria-label="Результат сценария">
      <div className={classes.headline}>
        <span>Сокращение</span>
        <output className={classes.saved} data-live="saved" aria-live="off" />
        <p className={classes.refused} data-live="refused" />
        <p ref={said} role="status" className={classes.said} />
      </div>
      <div className={classes.details}>
        <div className={classes.bars} aria-hidden="true">
          <span data-bar="before" data-tone="before" />
          <span data-bar="after" data-tone="after" />
        </div>
        <dl className={classes.figures}>
          {FIGURES.map(([name, label]) => (
            <div key={name}>
              <dt>{label}</dt>
              <dd data-live={name} />
            </div>
          ))}
        </dl>
        <p className={classes.note}>
          Сокращение — разность двух инвентаризаций объекта. Из сокращения баланса вычтен CO₂ сжигания на энергию: он
          учитывается в категории «стационарное сжигание».
        </p>
      </div>
    </section>
  );
}
