import { Button, Stack, Text, Title } from '@mantine/core';
import { IconArrowRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { useTitle } from '../browser/title.ts';
import { screens } from '../paths.ts';

/** The first page after sign-in. */
export function LandingPage() {
  useTitle('Главная');
  return (
    <Stack maw={640} gap="md" align="flex-start" pt="lg">
      <Title order={1}>Цифровая платформа для расчёта фугитивных выбросов</Title>
      <Text size="md">
        Расчёт выбросов метана и углекислого газа при подземной и открытой добыче угля, обращении с углём, сжигании в
        факеле и стационарных установках, выбор технологии утилизации шахтного метана.
      </Text>
      <Text size="md">
        К каждому результату показаны формула, подставленные числа и норматив, по которому взят коэффициент.
      </Text>
      <Button component={Link} to={screens.projects} rightSection={<IconArrowRight size={18} />} size="md" my="xs">
        Начать работу
      </Button>
      <Text size="sm" c="dimmed">
        Платформа разработана угольным научно-исследовательским институтом в рамках научной программы, финансируемой из
        средств государственного бюджета.
      </Text>
    </Stack>
  );
}
