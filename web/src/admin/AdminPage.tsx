import { Anchor, Stack, Text, Title } from '@mantine/core';
import { useAtomValue } from 'jotai';
import { Suspense } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { meAtom } from '../api/user.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { useTitle } from '../browser/title.ts';
import { LoadingText } from '../components/Loading.tsx';
import { PageHead } from '../components/PageHead.tsx';
import { screens } from '../paths.ts';
import classes from './AdminPage.module.css';
import { AuditTab } from './AuditTab.tsx';
import { ModelsTab } from './ModelsTab.tsx';
import { UsersTab } from './UsersTab.tsx';

/** With the rows of all dictionaries, which few come for. */
const DictionariesTab = lazyChunk(async () => (await import('./DictionariesTab.tsx')).DictionariesTab);

const TABS = {
  users: { label: 'Пользователи', Content: UsersTab },
  models: { label: 'Модели', Content: ModelsTab },
  dictionaries: { label: 'Справочники', Content: DictionariesTab },
  audit: { label: 'Журнал', Content: AuditTab },
} as const;

type Tab = keyof typeof TABS;

/** What an administrator of the company works with; the open part stands in the address. */
export function AdminPage() {
  useTitle('Администрирование');
  const me = useAtomValue(meAtom);
  const [search] = useSearchParams();
  const asked = search.get('tab') ?? '';
  const open: Tab = Object.hasOwn(TABS, asked) ? (asked as Tab) : 'users';
  if (!me.data) return <LoadingText />;
  if (me.data.role !== 'admin') return <ForAdministrators />;
  const { Content, label } = TABS[open];
  return (
    <>
      <PageHead title="Администрирование" />
      <nav aria-label="Разделы администрирования" className={classes.tabs}>
        {Object.entries(TABS).map(([tab, { label: name }]) => (
          <Link key={tab} to={`${screens.admin}?tab=${tab}`} {...(tab === open && { 'aria-current': 'page' as const })}>
            {name}
          </Link>
        ))}
      </nav>
      <section aria-label={label}>
        <Suspense fallback={<LoadingText />}>
          <Content />
        </Suspense>
      </section>
    </>
  );
}

function ForAdministrators() {
  return (
    <Stack maw={640} gap="sm">
      <Title order={1}>Администрирование</Title>
      <Text>
        Этот раздел открыт администраторам компании: они ведут пользователей, ключи и модели. Если он вам нужен,
        попросите администратора дать вам эту роль.
      </Text>
      <Anchor component={Link} to={screens.projects}>
        Перейти к проектам
      </Anchor>
    </Stack>
  );
}
