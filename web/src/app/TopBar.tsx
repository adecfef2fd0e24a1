import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { PRODUCT } from '../browser/title.ts';
import classes from './TopBar.module.css';

/** The bar of a phone: the button of the menu and the product's name. */
export function TopBar({ onMenu, isMenuOpen }: { readonly onMenu: () => void; readonly isMenuOpen: boolean }) {
  return (
    <section className={classes.bar} aria-label="Верхняя панель">
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        onClick={onMenu}
        aria-label="Открыть меню"
        aria-expanded={isMenuOpen}
      >
        <IconMenu2 size={20} />
      </ActionIcon>
      <span className={classes.name}>{PRODUCT}</span>
    </section>
  );
}
