import { Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core';
import { useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Finding } from '#core/contract/inventory_schema.ts';
import { notifyDone, notifyFailure } from '../components/notify.tsx';
import { formatMoment } from '../format.ts';
import { screens } from '../paths.ts';
import classes from './InventoryPage.module.css';
import { changeInventoryAtom } from './state.ts';

const SEVERITIES = { error: 'Ошибка', warning: 'Предупреждение', notice: 'Сведение' } as const;

/** Findings shown before all are asked for: the balances below them stay in sight. */
const FIRST_SHOWN = 3;

interface FindingsListProps {
  readonly project: string;
  readonly findings: readonly Finding[];
  readonly canChange: boolean;
}

/** What the rules have found, each with its acknowledgement or a way to write one. */
export function FindingsList({ project, findings, canChange }: FindingsListProps) {
  const [isWhole, setWhole] = useState(false);
  if (findings.length === 0) return null;
  const open = findings.filter(({ acknowledgement }) => acknowledgement === null).length;
  return (
    <section className={classes.section} aria-label="Замечания">
      <Title order={2}>Замечания: {open === findings.length ? open : `${open} из ${findings.length}`}</Title>
      <ul className={classes.findings}>
        {(isWhole ? findings : findings.slice(0, FIRST_SHOWN)).map((finding) => (
          <li key={finding.id} data-severity={finding.severity}>
            <Text size="sm">
              <strong>{SEVERITIES[finding.severity]}.</strong> {finding.message}{' '}
              <Place project={project} finding={finding} />
            </Text>
            <Answer project={project} finding={finding} canChange={canChange} />
          </li>
        ))}
      </ul>
      {!isWhole && findings.length > FIRST_SHOWN && (
        <Button variant="default" size="xs" className={classes.more ?? ''} onClick={() => setWhole(true)}>
          Показать все: {findings.length}
        </Button>
      )}
    </section>
  );
}

/** The way to the calculation that a finding is about, opened for a change. */
function Place({ project, finding: { calculation, type } }: { readonly project: string; readonly finding: Finding }) {
  if (calculation === null || type === null) return null;
  const query = new URLSearchParams({ type, edit: calculation });
  return (
    <Anchor component={Link} inherit to={`${screens.calculations(project)}?${query}`}>
      Открыть расчёт
    </Anchor>
  );
}

interface AnswerProps {
  readonly project: string;
  readonly finding: Finding;
  readonly canChange: boolean;
}

/** The acknowledgement of a finding: its text, author and moment, or the form that writes it. */
function Answer({ project, finding, canChange }: AnswerProps) {
  const change = useSetAtom(changeInventoryAtom);
  const [isWriting, setWriting] = useState(false);
  const [text, setText] = useState('');
  const [isBusy, setBusy] = useState(false);
  const send = async (said: string | null) => {
    setBusy(true);
    try {
      await change(project, { acknowledge: [{ finding: finding.id, text: said }] });
      setWriting(false);
      notifyDone(said === null ? 'Замечание снова открыто' : 'Замечание принято');
    } catch (error) {
      notifyFailure('Не удалось записать пояснение', error);
    } finally {
      setBusy(false);
    }
  };
  const { acknowledgement } = finding;
  if (acknowledgement) {
    const { text: said, author, at } = acknowledgement;
    return (
      <Text size="xs" c="dimmed">
        Принято: «{said}» — {author}, {formatMoment(at)}.{' '}
        {canChange && (
          <Button size="compact-xs" variant="subtle" loading={isBusy} onClick={() => void send(null)}>
            Отозвать
          </Button>
        )}
      </Text>
    );
  }
  if (!canChange) return null;
  if (!isWriting) {
    return (
      <Button size="compact-xs" variant="subtle" onClick={() => setWriting(true)}>
        Принять с пояснением
      </Button>
    );
  }
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        if (text.trim() !== '') void send(text.trim());
      }}
    >
      <Stack gap={6} className={classes.answer ?? ''}>
        <TextInput
          size="xs"
          label="Почему это верно"
          autoFocus
          required
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <div>
          <Button size="xs" type="submit" loading={isBusy} disabled={text.trim() === ''}>
            Принять
          </Button>{' '}
          <Button size="xs" variant="default" onClick={() => setWriting(false)}>
            Отмена
          </Button>
        </div>
      </Stack>
    </form>
  );
}
