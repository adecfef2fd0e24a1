import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import type { Session } from '../../auth/sessions.ts';
import type { StoredCalculation } from '../../store/calculations.ts';
import type { StoredVersion } from '../../store/versioned_items.ts';
import type { AppContext } from '../app_context.ts';
import type { RequestPayload } from '../form.ts';
import type { ArchiveFlags } from '../optimistic_update.ts';
import type { Route, RouteContext } from '../route.ts';

/** How calculations of one shape are made, changed and shown: those typed as fields, and those that take a table. */
export interface CalculationHandlers {
  /** What a route that makes a calculation (or changes one) takes. */
  requestSchema(
    definition: CalculationDefinition,
    purpose: 'create' | 'change',
  ): Pick<Route, 'body' | 'form' | 'bodyLimit'>;
  read(c: AppContext): Promise<RequestPayload>;
  /** Checks and computes a new calculation, or refuses with every fault; stores nothing. */
  create(
    context: RouteContext,
    session: Session,
    type: CalculationType,
    sent: RequestPayload,
  ): Promise<PreparedCalculation>;
  /** The next state of a calculation but for its flags and version. What lies outside its item is stored already. */
  update(
    context: RouteContext,
    session: Session,
    current: StoredCalculation,
    sent: RequestPayload,
    flags: ArchiveFlags,
  ): Promise<StoredCalculation>;
  /** A calculation as lists give it. */
  toSummary(calculation: StoredCalculation): CalculationView;
  /** A calculation with all that belongs to it. */
  toDetail(context: RouteContext, session: Session, calculation: StoredCalculation): Promise<CalculationView>;
}

export type CalculationView = Readonly<Record<string, unknown>>;

/** A new calculation, computed: the fields of its item, and what must be stored before it. */
export interface PreparedCalculation {
  readonly fields: Omit<StoredCalculation, keyof StoredVersion | 'type'>;
  readonly store?: (id: string) => Promise<void>;
}
