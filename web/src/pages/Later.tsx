import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router-dom';
import { useTitle } from '../components/title.ts';
import { screens } from '../paths.ts';

const SECTIONS = {
<<<<<<< HEAD
  admin: {
    title: 'Администрирование',
    text: 'Здесь администратор компании сможет вести пользователей, ключи, модели и справочники.',
=======
  export: {
    title: 'Экспорт',
    text: 'Здесь можно будет выгрузить проект в файл txt, xls или xlsx, кратко или с формулами и коэффициентами.',
>>>>>>> 6bbd358 (feat(web): administration, one's own password, history of projects and calculations)
  },
  unknown: {
    title: 'Такой страницы нет',
    text: 'Проверьте адрес или выберите раздел в меню.',
  },
} as const;

/** A section that is not built yet says so, and what it will hold. */
export function LaterPage({ section }: { readonly section: keyof typeof SECTIONS }) {
  const { title, text } = SECTIONS[section];
  useTitle(title);
  return (
    <Stack maw={640} gap="sm">
      <Title order={1}>{title}</Title>
      {section !== 'unknown' && <Text fw={500}>Раздел готовится.</Text>}
      <Text>{text}</Text>
      <Anchor component={Link} to={screens.projects}>
        Перейти к проектам
      </Anchor>
    </Stack>
  );
}
