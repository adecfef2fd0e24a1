import { PARTITIONS } from './layout.ts';

/**
 * The company on whose behalf the store is read and written. Every repository call takes one, so
 * that there is no query without a tenant. It is created from a verified token, from the stored
 * record of a sign-in name or by commands of operations, never from a request.
 */
export class Tenant {
  readonly company: string;

  private constructor(company: string) {
    this.company = company;
  }

  /** The tenant of a verified token; the stored session decides whether it is active. */
  static ofSession(session: { readonly company: string }): Tenant {
    return new Tenant(session.company);
  }

  /** The tenant of a user who is signing in, by the stored record of the e-mail. */
  static ofSignInName(record: { readonly company: string }): Tenant {
    return new Tenant(record.company);
  }

  /** The tenant that a command of operations works for. */
  static ofOperations(company: string): Tenant {
    return new Tenant(company);
  }

  /** Partition that holds everything of the company. */
  get partition(): string {
    return `${PARTITIONS.company}${this.company}`;
  }

  /** Partition of the company's audit list. */
  get audit(): string {
    return `${PARTITIONS.audit}${this.company}`;
  }

  /** Partition of the revisions of one object. */
  revisions(sk: string): string {
    return `${PARTITIONS.revisions}${this.company}#${sk}`;
  }
}
