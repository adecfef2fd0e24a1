/**
 * The company on whose behalf the store is read and written. Every repository call takes one, so a query without a tenant
 * cannot be written; it is made from a checked session, or by the commands of operations, never from a request.
 */
export class Tenant {
  readonly company: string;

  private constructor(company: string) {
    this.company = company;
  }

  /** The tenant of a session whose token and record have been checked. */
  static ofSession(session: { readonly company: string }): Tenant {
    return new Tenant(session.company);
  }

  /** The tenant that a command of operations works for. */
  static ofOperations(company: string): Tenant {
    return new Tenant(company);
  }

  /** Partition that holds everything of the company. */
  get partition(): string {
    return `C#${this.company}`;
  }

  /** Partition of the revisions of one object. */
  revisions(sk: string): string {
    return `R#${this.company}#${sk}`;
  }
}
