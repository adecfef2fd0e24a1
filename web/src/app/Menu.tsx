import { VisuallyHidden } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconBook2,
  IconBuildingFactory2,
  IconCalendarStats,
  IconFileDownload,
  IconFileText,
  IconFolders,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconLogout,
  IconRulerMeasure,
  IconSettings,
  IconShieldCog,
  IconUser,
} from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { NavLink, useNavigate } from 'react-router-dom';
import { signOut } from '../api/session.ts';
import { meAtom } from '../api/user.ts';
import { countDrafts } from '../browser/drafts.ts';
import { lazyChunk } from '../browser/lazy_chunk.ts';
import { PRODUCT } from '../browser/title.ts';
import { notifyFailure } from '../components/notify.tsx';
import { OnDemand } from '../components/OnDemand.tsx';
import { screens } from '../paths.ts';
import classes from './Menu.module.css';
import { SchemeButton } from './SchemeButton.tsx';

const SignOutDialog = lazyChunk(async () => (await import('./SignOutDialog.tsx')).SignOutDialog);

const ITEMS = [
  { to: screens.profile, label: 'Профиль', Icon: IconUser },
  { to: screens.projects, label: 'Проекты', Icon: IconFolders },
  { to: screens.objects, label: 'Объекты', Icon: IconBuildingFactory2 },
  { to: screens.companyInventory, label: 'Компания и годы', Icon: IconCalendarStats },
  { to: screens.dictionary, label: 'Справочники', Icon: IconBook2 },
  { to: screens.documents, label: 'Нормативные документы', Icon: IconFileText },
  { to: screens.export, label: 'Экспорт', Icon: IconFileDownload },
  { to: screens.widgets, label: 'Виджеты', Icon: IconRulerMeasure },
  { to: screens.settings, label: 'Настройки', Icon: IconSettings },
] as const;

const ADMIN = { to: screens.admin, label: 'Администрирование', Icon: IconShieldCog } as const;

const STILL_OPEN =
  'На этом устройстве входа больше нет, на сервере сеанс закончится сам в течение часа. Чтобы закончить его сразу, войдите и смените пароль.';

interface MenuProps {
  readonly onNavigate?: () => void;
  /** In the drawer of a phone: never collapsed. */
  readonly isWide?: boolean;
}

/** The side menu; it collapses to its icons. */
export function Menu({ onNavigate, isWide = false }: MenuProps) {
  const [isStoredNarrow, setNarrow] = useLocalStorage({
    key: 'menuCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isNarrow = isStoredNarrow && !isWide;
  const navigate = useNavigate();
  const me = useAtomValue(meAtom);
  const [unsaved, setUnsaved] = useState(0);
  const askToLeave = () => {
    const drafts = me.data ? countDrafts(me.data.id) : 0;
    if (drafts === 0) leave();
    else setUnsaved(drafts);
  };
  const leave = () => {
    signOut().catch((error: unknown) => notifyFailure('Вы вышли, но сервер об этом не узнал', error, STILL_OPEN));
    void navigate(screens.login);
  };
  const Label = isNarrow ? VisuallyHidden : 'span';
  const titled = (label: string) => (isNarrow ? { title: label } : {});
  const FoldIcon = isNarrow ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const fold = isNarrow ? 'Развернуть меню' : 'Свернуть меню';
  return (
    <nav className={classes.menu} data-narrow={isNarrow || undefined} aria-label="Главное меню">
      <NavLink to={screens.landing} end className={classes.brand ?? ''} onClick={onNavigate} title="На главную">
        {isNarrow ? <VisuallyHidden>{PRODUCT}</VisuallyHidden> : PRODUCT}
        {isNarrow && <span aria-hidden="true">ФВ</span>}
      </NavLink>
      <ul className={classes.list}>
        {(me.data?.role === 'admin' ? [...ITEMS, ADMIN] : ITEMS).map(({ to, label, Icon }) => (
          <li key={to}>
            <NavLink to={to} className={classes.item ?? ''} onClick={onNavigate} {...titled(label)}>
              <Icon size={20} stroke={1.6} />
              <Label>{label}</Label>
            </NavLink>
          </li>
        ))}
      </ul>
      <div className={classes.footer}>
        <SchemeButton className={classes.item ?? ''} isNarrow={isNarrow} />
        {!isWide && (
          <button type="button" className={classes.item} onClick={() => setNarrow(!isStoredNarrow)} {...titled(fold)}>
            <FoldIcon size={20} stroke={1.6} />
            <Label>{fold}</Label>
          </button>
        )}
        <button type="button" className={classes.item} onClick={askToLeave} {...titled('Выход')}>
          <IconLogout size={20} stroke={1.6} />
          <Label>Выход</Label>
        </button>
      </div>
      <OnDemand isOpen={unsaved > 0}>
        <SignOutDialog drafts={unsaved} onStay={() => setUnsaved(0)} onLeave={leave} />
      </OnDemand>
    </nav>
  );
}
