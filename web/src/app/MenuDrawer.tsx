import { Drawer } from '@mantine/core';
import { Menu } from './Menu.tsx';

interface MenuDrawerProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** The menu of a phone. */
export function MenuDrawer({ isOpen, onClose }: MenuDrawerProps) {
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      size={272}
      padding={0}
      title="Меню"
      closeButtonProps={{ 'aria-label': 'Закрыть меню' }}
      styles={{ header: { padding: '8px 16px' } }}
      transitionProps={{ duration: 150 }}
    >
      <Menu onNavigate={onClose} isWide />
    </Drawer>
  );
}
