import { Text, type TextInputProps } from '@mantine/core';
import type { Confirmation } from '../api/admin_calls.ts';
import { SecretInput } from '../components/SecretInput.tsx';

/** What confirms a change of roles and keys: the own password and the code of the own key. */
export const EMPTY_CONFIRMATION: Confirmation = { confirm_password: '', confirm_code: '' };

/** The fields in which the user proves who they are before roles and keys change. */
export function ConfirmFields({ form, hasKey = true }: { readonly form: ConfirmedForm; readonly hasKey?: boolean }) {
  return (
    <>
      <Text size="sm" c="dimmed">
        {hasKey ? 'Подтвердите своим паролем и кодом своего ключа.' : 'Подтвердите своим паролем.'}
      </Text>
      <SecretInput
        label="Ваш пароль"
        show="Показать ваш пароль"
        name="confirm_password"
        autoComplete="current-password"
        {...form.field('confirm_password')}
      />
      {hasKey && (
        <SecretInput
          label="Код вашего ключа"
          description="Если ключа ещё нет, оставьте поле пустым."
          show="Показать код вашего ключа"
          name="confirm_code"
          autoComplete="off"
          {...form.field('confirm_code')}
        />
      )}
    </>
  );
}

/** A form whose draft has the confirmation. */
interface ConfirmedForm {
  readonly field: (name: keyof Confirmation) => Pick<TextInputProps, 'value' | 'onChange' | 'error'>;
}

/** The fault of a confirmation that is not filled in; the server checks it. */
export function confirmationFaults({ confirm_password }: Confirmation): Readonly<Record<string, string>> {
  return confirm_password === '' ? { confirm_password: 'Укажите свой пароль.' } : {};
}
