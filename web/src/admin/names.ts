import type { CompanyUser } from '#core/contract/company_user.ts';

/** «Ковалёва Анна». */
export function fullName({ first_name, last_name }: Pick<CompanyUser, 'first_name' | 'last_name'>): string {
  return `${last_name} ${first_name}`.trim();
}
