import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths } from '#core/contract/paths.ts';
import { freshBrowser, open, server } from '../../support/web/screen.tsx';
import { P1 } from '../../support/web/web_server.ts';

freshBrowser();
beforeEach(() => server.addProject({ id: P1 }));

const TYPE = 'disposal_co2_stat_sources';
const dialog = () => within(screen.getByRole('dialog'));
const volume = () => dialog().getByLabelText<HTMLInputElement>(/^Расход топлива/);
const save = () => dialog().getByRole('button', { name: 'Сохранить' });
const sent = () => server.seen('POST', paths.calculations(TYPE));

async function openForm() {
  const user = await open(`/projects/${P1}/calculations?type=${TYPE}&create=1`);
  await user.type(await screen.findByLabelText(/Название расчёта/), 'Котельная');
  return user;
}

describe('the unit of a typed quantity', () => {
  it('is chosen beside the number, which is sent in the unit of the formula and shown in it', async () => {
    const user = await openForm();
    await user.type(volume(), '20');
    expect(dialog().getByText(/^= 20\s000 т$/)).toBeTruthy();
    await user.selectOptions(dialog().getByLabelText('Единица измерения'), 'т');
    await user.clear(volume());
    await user.type(volume(), '20 000');
    expect(dialog().getByText(/^= 20 тыс\. т$/)).toBeTruthy();
    await user.click(save());
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0]?.body).toMatchObject({ volume: 20 });
  });
});

describe('a volume beyond what one object has', () => {
  it('is asked back with what it means, is saved when confirmed, and the answer stays with its finding', async () => {
    const user = await openForm();
    await user.type(volume(), '4200');
    const question = await dialog().findByText(
      /^4\s200 тыс\. т — больше, чем бывает .*: это [\d\s]+ т CO₂\. Если единица/,
    );
    expect(question.textContent?.replace(/\s/g, '')).toMatch(/это9803892тCO₂/);
    await user.click(save());
    await dialog().findByText('Число необычно велико: ответьте на вопрос ниже.');
    expect(sent()).toEqual([]);
    await user.click(dialog().getByLabelText('Да, число и единица верны'));
    await user.click(save());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [answer] = server.seen('PATCH', paths.inventory(P1));
    expect(answer?.body).toMatchObject({ acknowledge: [{ finding: expect.stringMatching(/^magnitude:/) }] });
  });

  it('asks again where another number is typed', async () => {
    const user = await openForm();
    await user.type(volume(), '4200');
    await user.click(await dialog().findByLabelText('Да, число и единица верны'));
    await user.type(volume(), '0');
    expect(dialog().getByLabelText<HTMLInputElement>('Да, число и единица верны').checked).toBe(false);
  });
});
