import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { ObjectInventory } from '#core/contract/inventory_schema.ts';
import type { Scenario } from '#core/contract/inventory_settings.ts';
import { presentCase } from '#core/inventory/present_case.ts';
import type { ScenarioGround } from '#core/inventory/saved_scenarios.ts';
import { LiveResult } from './LiveResult.tsx';
import { LiveScenario } from './live_scenario.ts';
import { watchScenario } from './live_screen.ts';
import { ScenarioControls } from './ScenarioControls.tsx';
import classes from './Scenarios.module.css';

interface ScenarioEditorProps {
  readonly ground: ScenarioGround;
  /** Objects that release methane, at least one. */
  readonly objects: readonly ObjectInventory[];
  /** Days of the project's period. */
  readonly days: number;
  /** The scenario to change; without one a new one is made. */
  readonly stored: Scenario | undefined;
  readonly canChange: boolean;
  readonly isBusy: boolean;
  readonly onSave: (scenario: Scenario) => void;
  readonly onClose: (() => void) | undefined;
}

/** «Что если»: sliders of one object and what they save, at every frame. */
export function ScenarioEditor({ ground, objects, days, stored, canChange, isBusy, ...acts }: ScenarioEditorProps) {
  const root = useRef<HTMLFormElement>(null);
  const said = useRef<HTMLParagraphElement>(null);
  const [name, setName] = useState(stored?.name ?? '');
  const [fault, setFault] = useState<string>();
  const [chosen, setChosen] = useState(stored?.object);
  const object = objects.find((one) => one.object === chosen) ?? objects[0];
  const live = useMemo(() => {
    if (!object) return undefined;
    const { core, memory, gwp } = ground;
    const own = stored?.object === object.object ? stored : undefined;
    return new LiveScenario({ core, memory, days, present: presentCase(core, memory, object, gwp) }, own);
  }, [ground, object, days, stored]);

  useEffect(() => {
    if (!root.current || !live) return;
    return watchScenario(root.current, live, ({ texts }) => {
      if (said.current) said.current.textContent = texts.refused || `Сокращение ${texts.saved}`;
    });
  }, [live]);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy || !live || !object) return;
    const missing = name.trim() === '' ? 'Укажите название сценария.' : undefined;
    setFault(missing);
    const scenario = live.toScenario(name.trim(), object.object);
    if (missing === undefined && scenario) acts.onSave(scenario);
    else root.current?.querySelector<HTMLElement>(missing ? 'input[name="name"]' : '[aria-invalid="true"]')?.focus();
  };

  return (
    <form ref={root} className={classes.editor} onSubmit={submit} noValidate aria-label="Сценарий «что если»">
      <div className={classes.controls}>
        <div className={classes.names}>
          <TextInput
            name="name"
            data-still
            label="Название сценария"
            autoFocus={stored !== undefined}
            value={name}
            error={fault}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <NativeSelect
            label="Объект"
            value={object?.object ?? ''}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={objects.map(({ object: value, name: label }) => ({ value, label }))}
          />
        </div>
        <ScenarioControls />
        <div className={classes.buttons}>
          <Button type="submit" loading={isBusy} disabled={!canChange}>
            {stored ? 'Сохранить изменения' : 'Сохранить сценарий'}
          </Button>
          {acts.onClose && (
            <Button variant="default" onClick={acts.onClose}>
              Отмена
            </Button>
          )}
        </div>
      </div>
      <LiveResult said={said} />
    </form>
  );
}
