import { PasswordInput, type PasswordInputProps } from '@mantine/core';

interface SecretInputProps extends PasswordInputProps {
  /** Label of the button that shows the text. */
  readonly show: string;
}

/** A field whose text is hidden until the user shows it. */
export function SecretInput({ show, ...input }: SecretInputProps) {
  return <PasswordInput visibilityToggleButtonProps={{ 'aria-label': show }} {...input} />;
}
