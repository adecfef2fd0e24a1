// biome-ignore-all lint/a11y/noRedundantRoles: a table that is laid out as cards loses its implied roles
import { type ComponentProps, Fragment, type Key, type ReactNode } from 'react';
import classes from './Table.module.css';

export interface TableColumn<Row> {
  readonly key: string;
  readonly header: ReactNode;
  /** Names the value in a card; by default a header that is text, '' for none. */
  readonly label?: string;
  readonly cell: (row: Row, index: number) => ReactNode;
  /** Numbers are aligned to the right. */
  readonly isNumeric?: boolean;
  /** The cell names its row. */
  readonly isRowHeader?: boolean;
  readonly className?: string | undefined;
  /** Other attributes of the header. */
  readonly head?: Attributes<'th'>;
  /** Other attributes of a cell. */
  readonly attributes?: (row: Row) => Attributes<'td'>;
}

/** The column whose cells name their rows. */
export function rowHeader<Row>(key: string, header: ReactNode, cell: TableColumn<Row>['cell']): TableColumn<Row> {
  return { key, header, cell, isRowHeader: true };
}

/** Attributes of an element, data attributes among them. */
type Attributes<Tag extends 'table' | 'tbody' | 'tr' | 'th' | 'td'> = Omit<
  ComponentProps<Tag>,
  'children' | 'className'
> &
  Readonly<Record<`data-${string}`, unknown>>;

export interface TableProps<Row> {
  readonly label?: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf?: (row: Row, index: number) => Key;
  readonly caption?: ReactNode;
  /** Rows of sums, by the keys of the columns. */
  readonly sums?: readonly Readonly<Record<string, ReactNode>>[];
  /** `plain`: without a frame, for a table inside of a message or a card. */
  readonly look?: 'framed' | 'plain';
  /** On a phone a row becomes a card: `lines` of «label: value», or `split` into two columns. */
  readonly cards?: 'lines' | 'split';
  /** Names the region in which a wide table scrolls; the keyboard reaches it. */
  readonly scrollLabel?: string;
  readonly scrollClass?: string | undefined;
  readonly className?: string | undefined;
  readonly row?: (row: Row) => Attributes<'tr'>;
  /** Heading across the table above a row that begins a group. */
  readonly groupHead?: (row: Row, index: number) => ReactNode;
  /** Of a table that draws only the rows in sight: how many it has, and the height of those left out, px. */
  readonly window?: RowWindow;
  readonly body?: Attributes<'tbody'>;
}

/** Rows that are not drawn. */
export interface RowWindow {
  readonly count: number;
  /** Height of the rows left out above a drawn row, px. */
  readonly gapBefore: (index: number) => number;
  readonly gapAfter: number;
}

/** The table of all screens: the same cells, a frame, scrolling or cards on a phone. */
export function Table<Row>(props: TableProps<Row>) {
  const { look = 'framed', scrollLabel, scrollClass } = props;
  const frame = look === 'framed' ? classes.framed : undefined;
  if (scrollLabel === undefined) return <Bare {...props} frame={frame} />;
  // A caption is outside of the frame.
  const [outer, inner] = props.caption === undefined ? [frame, undefined] : [undefined, frame];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reached by the keyboard
    <section className={joined(classes.scroll, outer, scrollClass)} aria-label={scrollLabel} tabIndex={0}>
      <Bare {...props} frame={inner} />
    </section>
  );
}

function Bare<Row>(props: TableProps<Row> & { readonly frame: string | undefined }) {
  const { label, columns, rows, keyOf = (_row, index) => index, caption, sums = [], cards, look, frame } = props;
  return (
    <table
      className={joined(
        classes.table,
        look === 'plain' && classes.plain,
        frame,
        cards && classes[cards],
        props.className,
      )}
      role="table"
      aria-label={label}
      aria-rowcount={props.window?.count}
    >
      {caption !== undefined && <caption>{caption}</caption>}
      <thead role="rowgroup">
        <tr role="row">
          {columns.map(({ key, header, isNumeric, className, head }) => (
            <th key={key} role="columnheader" scope="col" data-numeric={isNumeric} className={className} {...head}>
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" {...props.body}>
        {rows.map((row, index) => (
          <Fragment key={keyOf(row, index)}>
            <Gap height={props.window?.gapBefore(index)} />
            <GroupHead columns={columns.length}>{props.groupHead?.(row, index)}</GroupHead>
            <tr role="row" {...props.row?.(row)}>
              {columns.map((column) => (
                <Cell
                  key={column.key}
                  column={column}
                  attributes={column.attributes?.(row)}
                  hasCards={cards !== undefined}
                >
                  {column.cell(row, index)}
                </Cell>
              ))}
            </tr>
          </Fragment>
        ))}
        <Gap height={props.window?.gapAfter} />
      </tbody>
      {sums.length > 0 && (
        <tfoot role="rowgroup">
          {sums.map((sum, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sums have no identity but their place
            <tr key={index} role="row">
              {columns.map((column) => (
                <Cell key={column.key} column={column} hasCards={false}>
                  {sum[column.key]}
                </Cell>
              ))}
            </tr>
          ))}
        </tfoot>
      )}
    </table>
  );
}

/** The room of rows that are not drawn. */
function Gap({ height = 0 }: { readonly height: number | undefined }) {
  if (height <= 0) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row cannot have the focus
  return <tr aria-hidden="true" className={classes.gap} style={{ height }} />;
}

function GroupHead({ columns, children }: { readonly columns: number; readonly children: ReactNode }) {
  if (children === undefined || children === null) return null;
  return (
    <tr role="row" className={classes.group} data-group-head>
      {/* biome-ignore lint/a11y/useSemanticElements: a table that is laid out as cards loses its implied roles */}
      <th role="rowheader" scope="rowgroup" colSpan={columns}>
        {children}
      </th>
    </tr>
  );
}

interface CellProps {
  readonly column: Pick<TableColumn<never>, 'header' | 'label' | 'isNumeric' | 'isRowHeader' | 'className'>;
  readonly attributes?: Attributes<'td'> | undefined;
  readonly hasCards: boolean;
  readonly children: ReactNode;
}

function Cell({ column, attributes, hasCards, children }: CellProps) {
  const { header, label = typeof header === 'string' ? header : '', isNumeric, isRowHeader, className } = column;
  if (isRowHeader) {
    return (
      <th role="rowheader" scope="row" className={className}>
        {children}
      </th>
    );
  }
  return (
    <td
      role="cell"
      className={className}
      data-numeric={isNumeric}
      data-label={hasCards && label !== '' ? label : undefined}
      {...attributes}
    >
      {children}
    </td>
  );
}

function joined(...names: readonly (string | false | undefined)[]): string {
  return names.filter(Boolean).join(' ');
}
