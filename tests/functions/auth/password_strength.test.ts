// cspell:disable: passwords
import { describe, expect, it } from 'vitest';
import { weaknessOf } from '#functions/auth/password_strength.ts';
import { newOneTimePassword } from '#functions/store/one_time_password.ts';

const PERSONAL = ['kovaleva@mine.example', 'Анна', 'Ковалёва', 'Шахта «Северная», АО «Пример-уголь»'];

/** The attacker's list of security.md, and what people of this product would choose. */
const WEAK = {
  'a row of digits': ['123456789012', '987654321098'],
  'a common password': ['qwerty123456', 'password1234', 'iloveyou1234', 'passwordpassword'],
  'a common password typed in the other layout': ['gfhjkm123456', 'пароль123456', 'parol1234567', 'привет123456'],
  'a walk over the keyboard': ['qwertyuiop[]', 'qazwsxedcrfv', '1q2w3e4r5t6y'],
  'a walk over the Russian keyboard': ['йцукенгшщзхъ', 'фывапролджэ1', 'йфяцычувскам'],
  'the name of the person': ['Ковалёва1234', 'annakovaleva', 'rjdfktdf1234'],
  'the name of the company': ['северная2026', 'Severnaya2026', 'primer-ugol1'],
  'a word of the product': ['demonstration', 'methane12345', 'шахта1234567'],
  'a repeated word': ['demodemodemo', 'аааааааааааа', 'шахташахташахта'],
};

describe('a password that is guessed first', () => {
  it.each(Object.entries(WEAK))('is refused when it is %s', async (_, passwords) => {
    for (const password of passwords) {
      expect(await weaknessOf(password, PERSONAL), password).toMatch(/^[А-Я].*[Пп]ридумайте фразу/);
    }
  });

  it('is refused with the reason that a person can mend', async () => {
    expect(await weaknessOf('йцукенгшщзхъ', PERSONAL)).toContain('ряд соседних клавиш');
    expect(await weaknessOf('passwordpassword', PERSONAL)).toMatch(/повтор|частых/);
    expect(await weaknessOf('annakovaleva', PERSONAL)).toContain('название компании');
  });
});

describe('a password that withstands guessing', () => {
  it.each(['верный пароль 1', 'лошадь скрепка батарея', 'correct horse battery staple', 'Ночью снег в сентябре'])(
    'is taken: %s',
    async (password) => expect(await weaknessOf(password, PERSONAL)).toBeUndefined(),
  );

  it('is every one-time password', async () => {
    for (let n = 0; n < 50; n++) {
      const { password } = newOneTimePassword(new Date(0));
      expect(await weaknessOf(password, PERSONAL), password).toBeUndefined();
    }
  });

  it('is judged by its first forty signs, so that a long one is no work', async () => {
    const walk = 'qwertyuiop[]'.repeat(4);
    const refused = await weaknessOf(walk.slice(0, 40), PERSONAL);
    expect(refused).toBeDefined();
    expect(await weaknessOf(walk + newOneTimePassword(new Date(0)).password.repeat(50), PERSONAL)).toBe(refused);
  });
});
