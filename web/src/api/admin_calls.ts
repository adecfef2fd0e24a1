import type { AuditPage } from '#core/contract/audit.ts';
import type { CompanyUser, OneTimePassword } from '#core/contract/company_user.ts';
import type { LoadedModel, Model } from '#core/contract/model.ts';
import type { Page } from '#core/contract/page.ts';
import { paths } from '#core/contract/paths.ts';
import type { PersonalData } from '#core/contract/personal_data.ts';
import type { Role, TokenPair } from '#core/contract/user.ts';
import type { Signal } from './calls.ts';
import { requestBody } from './client.ts';

/** Room for a model of four megabytes over a slow line. */
const FILE_TIMEOUT_MS = 180_000;

export const getCompanyUsers = (offset: number, limit: number, signal: Signal) =>
  requestBody<Page<CompanyUser>>({
    path: `${paths.companyUsers}?${new URLSearchParams({ limit: String(limit), offset: String(offset) })}`,
    signal,
  });

export interface Invitation {
  readonly email: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly role: Role;
}

export const inviteUser = (body: Invitation & Partial<Confirmation>) =>
  requestBody<OneTimePassword>({ method: 'POST', path: paths.companyUsers, body });

/** The caller's own password and the code of the own key: they confirm a change of roles and keys. */
export interface Confirmation {
  readonly confirm_password: string;
  readonly confirm_code: string;
}

/** `version` tells the server which state was changed. */
export const renameUser = ({ id, version }: CompanyUser, names: { first_name: string; last_name: string }) =>
  requestBody<CompanyUser>({ method: 'PATCH', path: paths.companyUser(id), body: { ...names, version } });

const act = <T>(id: string, action: Parameters<typeof paths.companyUserAction>[1], body: unknown) =>
  requestBody<T>({ method: 'POST', path: paths.companyUserAction(id, action), body });

export const setRole = (id: string, role: Role, confirmation: Confirmation) =>
  act<CompanyUser>(id, 'role', { role, ...confirmation });

export const setDisabled = (id: string, disabled: boolean) => act<CompanyUser>(id, 'access', { disabled });

/** Null removes the key. */
export const setKey = (id: string, guardant_code: string | null, confirmation: Confirmation) =>
  act<CompanyUser>(id, 'key', { guardant_code, ...confirmation });

export const resetPassword = ({ id, version }: CompanyUser) => act<OneTimePassword>(id, 'reset_password', { version });

/** One's own password; `password` is the present one, or empty where it is a one-time password. */
export const changePassword = (password: string, new_password: string) =>
  requestBody<TokenPair>({ method: 'POST', path: paths.changePassword, body: { password, new_password } });

/** The code of one's own key. */
export const changeKeyCode = (guardant_code: string, confirmation: Confirmation) =>
  requestBody<TokenPair>({ method: 'POST', path: paths.changeKeyCode, body: { guardant_code, ...confirmation } });

/** All that is stored about the user. */
export const getPersonalData = (confirmation: Confirmation) =>
  requestBody<PersonalData>({ method: 'POST', path: paths.personalData, body: { ...confirmation } });

/** A page of the audit list; `path` is its address or that of its older entries. */
export const getAudit = (path: string, signal: Signal) => requestBody<AuditPage>({ path, signal });

export const loadModel = (file: File, name: string) => {
  const form = new FormData();
  if (name !== '') form.append('name', name);
  form.append('file', file, file.name);
  return requestBody<LoadedModel>({ method: 'POST', path: paths.models, body: form, timeoutMs: FILE_TIMEOUT_MS });
};

export const activateModel = (id: string) =>
  requestBody<Model>({ method: 'PATCH', path: paths.model(id), body: { is_active: true } });
