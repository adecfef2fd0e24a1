import { Button, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { CALCULATIONS, isCalculationType } from '#core/calculations/index.ts';
import type { KeyRefusals, Statistics, User } from '#core/contract/user.ts';
import { meAtom, statisticsAtom } from '../api/user.ts';
import { useTitle } from '../browser/title.ts';
import { Dialog } from '../components/Dialog.tsx';
import { FailureAlert } from '../components/FailureAlert.tsx';
import { LoadingText } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { formatMoment } from '../format.ts';
import { KeyCodeForm } from './KeyCodeForm.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { PasswordForm } from './PasswordForm.tsx';
import { PersonalDataForm } from './PersonalDataForm.tsx';
import classes from './ProfilePage.module.css';

/** The signed-in user, the company and its figures. */
export function ProfilePage() {
  useTitle('Профиль');
  const me = useAtomValue(meAtom);
  const statistics = useAtomValue(statisticsAtom);
  const [dialog, setDialog] = useState<'password' | 'key' | 'data'>();
  const stop = () => setDialog(undefined);
  return (
    <>
      <PageHead title="Профиль">
        <Button variant="default" onClick={() => setDialog('password')} disabled={!me.data}>
          Сменить пароль
        </Button>
        <Button variant="default" onClick={() => setDialog('key')} disabled={!me.data}>
          Код ключа
        </Button>
        <Button variant="default" onClick={() => setDialog('data')} disabled={!me.data}>
          Мои данные
        </Button>
      </PageHead>
      {me.data && <Facts title="Пользователь и компания" facts={userFacts(me.data)} />}
      {me.isPending && <LoadingText />}
      {statistics.data && <Facts title="Статистика компании" facts={statisticsFacts(statistics.data)} />}
      {statistics.error && <FailureAlert error={statistics.error} onRetry={() => void statistics.refetch()} />}
      <OwnSessions />
      <Dialog title="Смена пароля" onClose={stop}>
        {dialog === 'password' ? <PasswordForm asksPresent onDone={stop} onCancel={stop} /> : null}
      </Dialog>
      <Dialog title="Код ключа" onClose={stop}>
        {dialog === 'key' ? <KeyCodeForm hasKey onDone={stop} onCancel={stop} /> : null}
      </Dialog>
      <Dialog title="Мои персональные данные" onClose={stop}>
        {dialog === 'data' ? <PersonalDataForm onClose={stop} /> : null}
      </Dialog>
    </>
  );
}

type Fact = readonly [term: string, text: string | number];

function Facts({ title, facts }: { readonly title: string; readonly facts: readonly Fact[] }) {
  return (
    <section className={classes.section}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([term, text]) => (
          <div key={term}>
            <dt>{term}</dt>
            {/* As specified: an empty field says that it is absent. */}
            <dd>{text === '' ? 'Отсутствует' : text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function userFacts({ company, first_name, last_name, email, key_refusals }: User): Fact[] {
  return [
    ['Компания', company.name],
    ['Почтовый адрес', company.postal_address],
    ['ОГРН', company.ogrn],
    ['ОКВЭД', company.okved],
    ['Регион', company.region],
    ['Имя', first_name],
    ['Фамилия', last_name],
    ['Электронная почта', email],
    ...(key_refusals ? [keyRefusalsFact(key_refusals)] : []),
  ];
}

function keyRefusalsFact({ times, last_at }: KeyRefusals): Fact {
  const advice = 'Если это были не вы, смените пароль: его кто-то знает.';
  return [
    'Вход с верным паролем и неверным кодом ключа',
    `Попыток: ${times}, последняя ${formatMoment(last_at)}. ${advice}`,
  ];
}

function statisticsFacts(statistics: Statistics): Fact[] {
  const byType = Object.entries(statistics.calculations_by_type).filter(
    ([type, count]) => isCalculationType(type) && count > 0,
  );
  return [
    ['Действующие проекты', statistics.projects],
    ['Проекты в архиве', statistics.projects_archived],
    ['Действующие расчёты', statistics.calculations],
    ['Расчёты в архиве', statistics.calculations_archived],
    ...byType.map(([type, count]): Fact => [isCalculationType(type) ? CALCULATIONS[type].title : type, count]),
    ['Последнее изменение', statistics.last_activity === null ? '' : formatMoment(statistics.last_activity)],
  ];
}
