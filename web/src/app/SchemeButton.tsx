import { type MantineColorScheme, useMantineColorScheme, VisuallyHidden } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';

const SCHEMES = {
  auto: { label: 'Тема: как в системе', Icon: IconDeviceDesktop, next: 'light' },
  light: { label: 'Тема: светлая', Icon: IconSun, next: 'dark' },
  dark: { label: 'Тема: тёмная', Icon: IconMoon, next: 'auto' },
} as const satisfies Record<MantineColorScheme, unknown>;

/** Goes through the schemes: as in the system, light, dark. */
export function SchemeButton({ className, isNarrow }: { readonly className: string; readonly isNarrow: boolean }) {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { label, Icon, next } = SCHEMES[colorScheme];
  return (
    <button
      type="button"
      className={className}
      onClick={() => setColorScheme(next)}
      {...(isNarrow && { title: label })}
    >
      <Icon size={20} stroke={1.6} />
      {isNarrow ? <VisuallyHidden>{label}</VisuallyHidden> : <span>{label}</span>}
    </button>
  );
}
