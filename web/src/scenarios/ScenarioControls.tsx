import { TextInput } from '@mantine/core';
import { useId } from 'react';
import { DESTINATION_LABELS } from '#core/contract/destinations.ts';
import { USES, type Use } from '#core/inventory/scenario.ts';
import classes from './Scenarios.module.css';

/** Sliders and fields of a scenario. They are not controlled: `watchScenario` reads and writes them at every frame. */
export function ScenarioControls() {
  return (
    <>
      <fieldset className={classes.group}>
        <legend>Дегазация</legend>
        <Slider name="drained" label="Извлечено дегазацией, % выделения" step="0.1" />
        <div className={classes.fields}>
          <Field name="drained" label="Извлечено, м³ CH₄" />
          <Field name="methane" label="Метана в извлечённом газе, % об." />
        </div>
        <p className={classes.note} data-live="proposal" />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Назначения извлечённого газа</legend>
        {USES.map((use) => (
          <Destination key={use} use={use} />
        ))}
        <p className={classes.note}>
          {DESTINATION_LABELS.vented}: <b data-live="vented" />. Туда идёт всё, что не распределено.
        </p>
      </fieldset>
      <fieldset className={classes.group}>
        <legend>Затраты: ваши цифры</legend>
        <div className={classes.fields}>
          <Field name="cost.investment" label="Вложения, руб." />
          <Field name="cost.operation" label="Эксплуатация, руб./год" />
          <Field name="cost.revenue" label="Доход, руб./год" />
          <Field name="cost.rate" label="Ставка, % в год" />
          <Field name="cost.years" label="Срок службы, лет" />
        </div>
        <p className={classes.note}>
          Годовые затраты: вложения × CRF + эксплуатация − доход, CRF = i(1+i)ⁿ/((1+i)ⁿ − 1). Без срока службы затраты
          не считаются. Цен программа не содержит.
        </p>
      </fieldset>
    </>
  );
}

function Destination({ use }: { readonly use: Use }) {
  const label = DESTINATION_LABELS[use];
  return (
    <div className={classes.destination}>
      <div className={classes.line}>
        <span className={classes.use}>{label}</span>
        <span className={classes.volume} data-live={`${use}.volume`} />
      </div>
      <Slider name={use} label={`${label}: % извлечённого`} step="0.5" isNamed={false} />
      <div className={classes.fields}>
        <Field name={`percent.${use}`} label="% извлечённого" of={label} />
        <Field
          name={`efficiency.${use}`}
          label={use === 'sold' ? 'Уходит с объекта, доля' : 'Уничтожается, доля'}
          of={label}
        />
      </div>
      <p className={classes.note} data-live={`${use}.unusual`} />
    </div>
  );
}

interface SliderProps {
  readonly name: string;
  readonly label: string;
  readonly step: string;
  /** Whether the label is shown; otherwise it is only spoken. */
  readonly isNamed?: boolean;
}

function Slider({ name, label, step, isNamed = true }: SliderProps) {
  const id = useId();
  return (
    <>
      {isNamed && <label htmlFor={id}>{label}</label>}
      <input
        id={id}
        className={classes.slider}
        type="range"
        name={`slide.${name}`}
        min="0"
        max="100"
        step={step}
        defaultValue="0"
        {...(!isNamed && { 'aria-label': label })}
      />
    </>
  );
}

interface FieldProps {
  readonly name: string;
  readonly label: string;
  /** What the field is of, where its label alone does not say it. */
  readonly of?: string;
}

function Field({ name, label, of }: FieldProps) {
  const fault = useId();
  return (
    <div>
      <TextInput
        size="xs"
        label={label}
        name={name}
        inputMode="decimal"
        autoComplete="off"
        defaultValue=""
        aria-describedby={fault}
        {...(of !== undefined && { 'aria-label': `${of}: ${label}` })}
      />
      <span id={fault} className={classes.fault} data-fault={name} />
    </div>
  );
}
