import { AnswerUnreadable, type ConnectionFacts, type LedgerRequest, type LedgerResponse } from "#main/ledgers/adapter.ts";
import { parseExactJson } from "#shared/kernel/json-exact.ts";
import { lookUp } from "#shared/kernel/look-up.ts";
import { counted } from "#shared/kernel/readable.ts";
import { message } from "#shared/language/t.ts";
import type { Organisation } from "#shared/model/ledger/capabilities.ts";
import type { Row as RowBytes } from "../decode.ts";
import { readAllRows } from "../key-pages.ts";
import { dayOf, isTrue } from "../mappers/values.ts";
import { nameText, type QueryText, query, wordLiteral } from "../query-text.ts";
import { currencyRow, periodRow, type Row, readRow, subsidiaryRow } from "../schemas.ts";
import { currencyTable, periodTable, subsidiaryTable, type TableSpec } from "../tables.ts";
import { WHOLE_TABLE } from "./probes.ts";

/** The books, entities and currencies of an account. */
export interface OrganisationFound {
  readonly organisation: Organisation;
  /** ISO code by currency id. */
  readonly currencies: Readonly<Record<string, string>>;
  readonly evidence: { readonly baseCurrency: string; readonly entities: string; readonly fiscalYear: string };
}

type Asking<T> = Generator<LedgerRequest, T, LedgerResponse>;
type Refused = Readonly<Record<string, readonly string[]>>;

const UTF8 = new TextDecoder();
const parse = (row: RowBytes) => parseExactJson(UTF8.decode(row.bytes));

/** Reads currencies, subsidiaries and the fiscal year. An account without a subsidiary table has one entity. */
export function* discoverOrganisation(connection: ConnectionFacts, refused: Refused): Asking<OrganisationFound> {
  // The currency table is the one thing that nothing works without: its refusal is not allowed for.
  const currencyRows = yield* readTable(connection, currencyTable, refused, false);
  const currencies = (currencyRows ?? []).map((row) => readRow(currencyRow, parse(row), "currency"));
  const codes = Object.fromEntries(currencies.map((row) => [row.id, row.symbol]));
  const subsidiaryRows = yield* readTable(connection, subsidiaryTable, refused, true);
  const subsidiaries = (subsidiaryRows ?? []).map((row) => readRow(subsidiaryRow, parse(row), "subsidiary"));
  const root = subsidiaries.find((row) => row.parent === undefined && !isTrue(row, "iselimination"));
  const rootCurrency = root?.currency === undefined ? undefined : lookUp(codes, root.currency);
  const baseCurrency = rootCurrency ?? currencies.find((row) => isTrue(row, "isbasecurrency"))?.symbol;
  if (baseCurrency === undefined) throw new AnswerUnreadable("The ledger doesn't say which currency is the base currency.");
  const fiscalYear = yield* fiscalYearEnd(connection, refused);
  return {
    currencies: codes,
    organisation: {
      name: root?.name ?? connection.tenantId,
      baseCurrency,
      ...(root?.country === undefined ? {} : { country: root.country }),
      fiscalYearEndMonth: fiscalYear.month,
      fiscalYearEndDay: fiscalYear.day,
      isDemo: /[_-]sb\d+$/i.test(connection.tenantId),
      entities: subsidiaries.map((row) => entity(row, row.id, row.name, codes, baseCurrency)),
      currencies: [...new Set(currencies.map((row) => row.symbol))],
    },
    evidence: {
      baseCurrency: rootCurrency === undefined ? "The currency that the ledger marks as base." : "The currency of the root subsidiary.",
      entities:
        subsidiaryRows === null
          ? "Tieout can't read any subsidiaries in the ledger, so it treats the books as one entity."
          : `The ledger lists ${counted(subsidiaries.length, "subsidiary", "subsidiaries")}.`,
      fiscalYear: fiscalYear.evidence,
    },
  };
}

function* readTable(
  connection: ConnectionFacts,
  spec: TableSpec,
  refused: Refused,
  allowRejection: boolean,
  conditions: readonly QueryText[] = [],
): Asking<RowBytes[] | null> {
  const hidden = refused[spec.table] ?? [];
  if (allowRejection && hidden.includes(WHOLE_TABLE)) return null;
  return yield* readAllRows(connection, { spec, refused: hidden, conditions, key: ["id"] }, allowRejection);
}

function entity(row: Row, id: string, name: string, codes: Readonly<Record<string, string>>, baseCurrency: string) {
  return {
    id: `subsidiary:${id}`,
    name,
    currency: (row.currency === undefined ? undefined : lookUp(codes, row.currency)) ?? baseCurrency,
    isElimination: isTrue(row, "iselimination"),
    active: !isTrue(row, "isinactive"),
    ...(row.parent === undefined ? {} : { parentId: `subsidiary:${row.parent}` }),
  };
}

/** The last day of the latest period that is a year; the calendar year when none is visible. */
function* fiscalYearEnd(connection: ConnectionFacts, refused: Refused): Asking<{ month: number; day: number; evidence: string }> {
  const calendar = {
    month: 12,
    day: 31,
    evidence: message("Tieout found no fiscal year among the accounting periods it can read, so it uses the calendar year."),
  };
  if (refused.accountingperiod?.includes("isyear")) return calendar;
  const isYear = query`${periodTable.alias}.${nameText("isyear")} = ${wordLiteral("T")}`;
  const rows = yield* readTable(connection, periodTable, refused, true, [isYear]);
  const ends = (rows ?? [])
    .map((row) => dayOf(readRow(periodRow, parse(row), "accountingperiod"), "enddate"))
    .filter((day) => day !== undefined);
  const latest = ends.sort().at(-1);
  if (latest === undefined) return calendar;
  return {
    month: Number(latest.slice(5, 7)),
    day: Number(latest.slice(8, 10)),
    evidence: `The latest full year among the accounting periods ends on ${latest}.`,
  };
}
