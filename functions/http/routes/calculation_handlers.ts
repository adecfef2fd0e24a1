import type { Context } from 'hono';
import type { CalculationDefinition } from '#core/calculations/definition.ts';
import type { CalculationType } from '#core/calculations/index.ts';
import type { Session } from '../../auth/sessions.ts';
import type { StoredCalculation } from '../../store/calculations.ts';
import type { StoredVersion } from '../../store/versioned_items.ts';
import type { Sent } from '../form.ts';
import type { Flags } from '../optimistic_update.ts';
import type { Route, RouteContext } from '../route.ts';

/** How calculations of one shape are made, changed and shown: those typed as fields, and those that take a table. */
export interface CalculationWay {
  /** What a route that makes a calculation (or changes one) takes. */
  takes(definition: CalculationDefinition, purpose: 'create' | 'change'): Pick<Route, 'body' | 'form' | 'bodyLimit'>;
  read(c: Context): Promise<Sent>;
  /** Checks and computes a new calculation, or refuses with every fault; stores nothing. */
  make(context: RouteContext, session: Session, type: CalculationType, sent: Sent): Promise<Made>;
  /** The next state of a calculation but for its flags and version. What lies outside its item is stored already. */
  remake(
    context: RouteContext,
    session: Session,
    current: StoredCalculation,
    sent: Sent,
    flags: Flags,
  ): Promise<StoredCalculation>;
  /** A calculation as lists give it. */
  show(calculation: StoredCalculation): Shown;
  /** A calculation with all that belongs to it. */
  showWhole(context: RouteContext, session: Session, calculation: StoredCalculation): Promise<Shown>;
}

export type Shown = Readonly<Record<string, unknown>>;

/** A new calculation, computed: the fields of its item, and what must be stored before it. */
export interface Made {
  readonly fields: Omit<StoredCalculation, keyof StoredVersion | 'type'>;
  readonly store?: (id: string) => Promise<void>;
}
